import { readdir, readFile } from 'node:fs/promises'

/** Name of the variable that marks every process of a command, also one that leaves its process group. */
export const processMark = 'TOOLPRISM_PROCESS'

/** Sends a signal to a process group; false when it is gone. */
export function signalGroup(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal)
    return true
  } catch {
    return false
  }
}

/** Processes of this user that carry a mark. Only Linux shows the environment of others; elsewhere none. */
export async function findMarked(mark: string): Promise<number[]> {
  if (process.platform !== 'linux') return []
  const wanted = Buffer.from(`${processMark}=${mark}\0`)
  const names = await readdir('/proc').catch(() => [])
  const found = await Promise.all(
    names
      .filter((name) => /^\d+$/.test(name))
      .map(async (name) => {
        const environment = await readFile(`/proc/${name}/environ`).catch(() => undefined)
        return environment?.includes(wanted) ? Number(name) : undefined
      }),
  )
  return found.filter((pid) => pid !== undefined && pid !== process.pid) as number[]
}

/** Ends whatever still runs of a command, at once. Answers how many processes that were. */
export async function killRemaining(pid: number, mark: string): Promise<number> {
  let count = 0
  // A process may fork while it is looked for: look until none is left.
  for (let round = 0; round < 5; round++) {
    const marked = await findMarked(mark)
    const group = signalGroup(pid, 'SIGKILL')
    for (const other of marked) killOne(other)
    if (!group && marked.length === 0) break
    count = Math.max(count, marked.length, group ? 1 : 0)
  }
  return count
}

function killOne(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Gone meanwhile.
  }
}
