import { installFolder } from '../tools/private-folder.mjs'

installFolder('durable')
