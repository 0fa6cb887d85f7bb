import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import * as z from 'zod'
import { UsageError } from '../options'

const file = z.object({
  engine: z.number(),
  ingress: z.number(),
  admin: z.number(),
  worker: z.number(),
})
export type Ports = z.infer<typeof file>

/**
 * The loopback ports of a data folder: free ones at first, then the same for good. The engine keeps the address of the
 * worker with every run that is open.
 * @throws UsageError when another process listens on one of them
 */
export async function keptPorts(folder: string): Promise<Ports> {
  const path = join(folder, 'ports.json')
  const known = readKnown(path)
  if (known) {
    for (const port of Object.values(known))
      await listenOn(port).catch(() => {
        throw new UsageError(
          `Port ${port} is taken, and --durable keeps its ports in ${path}: stop the other demo, or give another folder with --data.`,
        )
      })
    return known
  }
  const ports = await freePorts()
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(path, JSON.stringify(ports))
  return ports
}

function readKnown(path: string): Ports | undefined {
  try {
    return file.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return undefined
  }
}

async function freePorts(): Promise<Ports> {
  const used = new Set<number>()
  // One that was just let go may be given out again.
  while (used.size < 4) used.add(await listenOn(0))
  const [engine, ingress, admin, worker] = [...used] as [number, number, number, number]
  return { engine, ingress, admin, worker }
}

/** Listens for a moment, and answers the port. */
function listenOn(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      // The cast: a server on a port has such an address.
      const { port: given } = server.address() as { port: number }
      server.close(() => resolve(given))
    })
  })
}
