import { serveStdio } from '@toolprism/adapter-mcp/stdio'
import { greet } from './greet.ts'

await serveStdio({ name: 'starter', version: '0.0.0', tools: [greet] })
