import { serveStdio } from '@toolprism/adapter-mcp/stdio'
import { weather } from './weather.js'

await serveStdio({ name: 'weather', version: '1.0.0', tools: [weather] })
