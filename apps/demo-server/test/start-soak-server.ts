import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

export interface SoakServer {
  url: string
  /** Bytes in use after a collection, and the size of the process. */
  memory(): Promise<{ used: number; rss: number }>
  /** As `kill -9` does. */
  kill(): Promise<void>
}

export async function startSoakServer(workspace: string, data: string): Promise<SoakServer> {
  const file = new URL('./soak-server.ts', import.meta.url).pathname
  const flags = ['--expose-gc', '--conditions=@toolprism/source', '--import', 'tsx']
  const child = spawn(process.execPath, [...flags, file, workspace, data], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const line = async () => String((await lines.next()).value)
  const url = await line()
  return {
    url,
    async memory() {
      child.stdin.write('\n')
      return JSON.parse(await line())
    },
    kill: () =>
      new Promise((resolve) => {
        child.once('close', () => resolve())
        child.kill('SIGKILL')
      }),
  }
}
