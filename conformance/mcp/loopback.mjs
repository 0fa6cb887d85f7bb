// Preloaded into a server that would listen on every interface at a fixed port: a free port of loopback, printed.
import { Server } from 'node:net'

const listen = Server.prototype.listen
Server.prototype.listen = function (_port, ...rest) {
  this.once('listening', () => console.log(`http://127.0.0.1:${this.address().port}/mcp`))
  return listen.call(this, 0, '127.0.0.1', ...rest.filter((item) => typeof item === 'function'))
}
