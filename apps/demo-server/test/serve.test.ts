import { createServer } from 'node:net'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { UsageError } from '../src/options'
import { serve } from '../src/serve'

test('a port that is taken is said to be taken, with another to try', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  const refused = serve(new Hono(), { host: '127.0.0.1', port })
  await expect(refused).rejects.toThrow(new RegExp(`Port ${port} is taken.*--port ${port + 1}`))
  await expect(refused).rejects.toThrow(UsageError)
  server.close()
})

test('an address of another machine is said to be one', async () => {
  await expect(serve(new Hono(), { host: '192.0.2.1', port: 0 })).rejects.toThrow(
    '--host 192.0.2.1 is not an address of this machine',
  )
})
