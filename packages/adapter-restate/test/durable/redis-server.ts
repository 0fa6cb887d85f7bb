import { connect } from 'node:net'
import { join } from 'node:path'
import { type Child, freePorts, startChild } from '../../../../durable/processes'
import { waitUntil } from '../../../../durable/wait-until'

/** A redis-server (Debian's will do) of this test alone. */
export async function startRedis(folder: string): Promise<{ port: number; child: Child }> {
  const [port = 0] = await freePorts(1)
  const child = startChild(
    'redis-server',
    [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      '--dir',
      folder,
    ],
    { logFile: join(folder, 'redis.log') },
  )
  await waitUntil('redis', 10_000, () => answersPing(port))
  return { port, child }
}

function answersPing(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'))
    socket.setTimeout(1000, () => socket.destroy())
    socket.once('data', (data) => {
      socket.destroy()
      resolve(String(data).startsWith('+PONG'))
    })
    socket.on('error', () => resolve(false))
  })
}
