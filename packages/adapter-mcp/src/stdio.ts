export type { ServeStdioOptions, StdioServer } from './stdio/serve-stdio'
export { serveStdio } from './stdio/serve-stdio'
