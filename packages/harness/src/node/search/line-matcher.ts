import { createContext, Script } from 'node:vm'
import { clipAround } from '../workspace/text'

export interface FoundLine {
  /** From 1. */
  line: number
  text: string
  /** False for a line shown as context. */
  match: boolean
}

export interface FileMatches {
  path: string
  lines: FoundLine[]
  /** Matching lines among `lines`. */
  count: number
}

export interface LineMatcher {
  /**
   * Matches of the files, in their order, up to `limit` matching lines in all. Undefined when the pattern
   * is too slow to go on with.
   */
  search(files: readonly SearchedFile[], limit: number): Promise<FileMatches[] | undefined>
}

export interface SearchedFile {
  path: string
  text: string
}

const lineLength = 400
/** A regular expression that backtracks without end is cut off after this many milliseconds. */
const sliceMs = 40
/** Milliseconds of computing after which a line is given up: a cut-off alone may say that the machine is busy. */
const lineMs = 60
/** Lines given up on before the search ends. */
const maxSlowLines = 5

interface Hit {
  index: number
  at: number
}

/** Runs a job that keeps its own place; false when it was cut off and should be called again. */
export type Guard = (job: () => void) => boolean

/** Matches lines with a regular expression that may be hostile: no step holds the process for long. */
export function createLineMatcher(
  regex: RegExp,
  context: number,
  runGuarded: Guard = createGuard(),
): LineMatcher {
  let slow = 0
  return {
    async search(files, limit) {
      const split = files.map(({ text }) => splitLines(text))
      const hits: Hit[][] = files.map(() => [])
      let count = 0
      let file = 0
      let line = 0
      const job = () => {
        for (; file < split.length; file++, line = 0) {
          const lines = split[file] ?? []
          for (; line < lines.length; line++) {
            if (count >= limit) return
            const found = regex.exec(lines[line] ?? '')
            if (found && ++count) hits[file]?.push({ index: line, at: found.index })
          }
        }
      }
      let spent = 0
      for (;;) {
        const [firstFile, firstLine] = [file, line]
        const start = process.cpuUsage()
        if (runGuarded(job)) break
        // Begun and cut off at the same line: it may be the line, not the amount of text.
        const stuck = file === firstFile && line === firstLine
        spent = stuck ? spent + millisecondsSince(start) : 0
        if (spent >= lineMs) {
          spent = 0
          line++
          if (++slow > maxSlowLines) return undefined
        }
        await new Promise<void>((resolve) => setImmediate(resolve))
      }
      return files.flatMap(({ path }, index) => {
        const found = hits[index] ?? []
        const lines = showLines(split[index] ?? [], found, context)
        return found.length === 0 ? [] : [{ path, lines, count: found.length }]
      })
    },
  }
}

/** Computing time: of a process that waits for a processor it does not pass. */
function millisecondsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

function createGuard(): Guard {
  const sandbox = createContext({ job: undefined as unknown })
  const script = new Script('job()')
  return (job) => {
    sandbox['job'] = job
    try {
      script.runInContext(sandbox, { timeout: sliceMs })
      return true
    } catch (error) {
      // Made inside the sandbox, where Error is another class.
      const { code } = error as { code?: unknown }
      if (code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false
      throw error
    }
  }
}

function splitLines(text: string): string[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? ''
    if (line.endsWith('\r')) lines[index] = line.slice(0, -1)
  }
  return lines
}

function showLines(lines: readonly string[], hits: readonly Hit[], context: number): FoundLine[] {
  const shown = new Map<number, FoundLine>()
  for (const { index, at } of hits) {
    for (let near = Math.max(0, index - context); near <= index + context; near++) {
      if (near >= lines.length) break
      const match = near === index
      if (shown.has(near) && !match) continue
      const text = clipAround(lines[near] ?? '', match ? at : 0, lineLength)
      shown.set(near, { line: near + 1, text, match })
    }
  }
  return [...shown.values()].sort((a, b) => a.line - b.line)
}
