import { connect, createServer } from 'node:net'

// In a data centre this is a service address. Here: a port, and the ports of the workers behind it, in turn.
const [port = '9090', ...workers] = process.argv.slice(2)
const targets = (workers.length > 0 ? workers : ['9080', '9081']).map(Number)
let turn = 0

createServer((client) => {
  client.setNoDelay(true)
  const attempt = (left: number) => {
    const worker = connect(targets[turn++ % targets.length]!, '127.0.0.1')
    worker.setNoDelay(true) // without it a step takes 40 ms more
    let reached = false
    worker.once('connect', () => {
      reached = true
      client.pipe(worker)
      worker.pipe(client)
      worker.on('close', () => client.destroy())
    })
    worker.on('error', () => (!reached && left > 1 ? attempt(left - 1) : client.destroy()))
    client.on('close', () => worker.destroy())
  }
  client.on('error', () => client.destroy())
  attempt(targets.length)
}).listen(Number(port), '127.0.0.1')
