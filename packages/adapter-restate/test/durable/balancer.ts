import { connect, createServer, type Socket } from 'node:net'

export interface Balancer {
  url: string
  close(): Promise<void>
}

/** What stands before workers in a data centre: connections go to those that answer, in turn. */
export async function startBalancer(port: number, targets: number[]): Promise<Balancer> {
  const sockets = new Set<Socket>()
  let turn = 0
  const server = createServer((client) => {
    sockets.add(client)
    client.setNoDelay(true)
    client.on('close', () => sockets.delete(client))
    const tryTarget = (left: number) => {
      const target = connect(targets[turn++ % targets.length]!, '127.0.0.1')
      target.setNoDelay(true)
      let reached = false
      target.once('connect', () => {
        reached = true
        sockets.add(target)
        target.on('close', () => client.destroy())
        client.pipe(target)
        target.pipe(client)
      })
      target.on('close', () => sockets.delete(target))
      target.on('error', () => {
        if (!reached && left > 1) tryTarget(left - 1)
        else client.destroy()
      })
      client.on('close', () => target.destroy())
      client.on('error', () => target.destroy())
    }
    tryTarget(targets.length)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
