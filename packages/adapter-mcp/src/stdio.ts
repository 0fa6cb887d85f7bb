export { type ServeStdioOptions, type StdioServer, serveStdio } from './stdio/serve-stdio'
