import { StringDecoder } from 'node:string_decoder'

/** The beginning and the end of a stream of bytes, in memory that does not grow with it. */
export interface OutputWindow {
  push(chunk: Buffer): void
  /** Bytes seen. */
  size(): number
  /** Bytes left out of `text()`. */
  dropped(): number
  text(): string
}

export interface OutputWindowOptions {
  /** Bytes kept of the beginning. */
  head: number
  /** Bytes kept of the end. */
  tail: number
}

export function createOutputWindow({ head, tail }: OutputWindowOptions): OutputWindow {
  const first: Buffer[] = []
  let firstSize = 0
  /** Chunks of the end, oldest first; together never more than one chunk over `tail`. */
  let last: Buffer[] = []
  let lastSize = 0
  let size = 0

  const keepLast = (chunk: Buffer) => {
    // Copied: a part would otherwise hold the whole chunk in memory.
    const part = Buffer.from(chunk.subarray(Math.max(0, chunk.length - tail)))
    last.push(part)
    lastSize += part.length
    while (lastSize - (last[0]?.length ?? 0) >= tail) lastSize -= last.shift()?.length ?? 0
    // Small chunks are joined, so that their number stays small as well.
    if (last.length > 1000) last = [Buffer.concat(last)]
  }
  const ending = () => {
    const joined = Buffer.concat(last)
    return joined.length > tail ? joined.subarray(joined.length - tail) : joined
  }
  return {
    push(chunk) {
      size += chunk.length
      const room = head - firstSize
      if (room > 0) {
        const part = Buffer.from(chunk.subarray(0, room))
        first.push(part)
        firstSize += part.length
      }
      if (chunk.length > room) keepLast(chunk.subarray(Math.max(0, room)))
    },
    size: () => size,
    dropped: () => Math.max(0, size - firstSize - Math.min(lastSize, tail)),
    text() {
      const end = ending()
      const missing = size - firstSize - end.length
      if (missing <= 0) return cleanOutput(Buffer.concat([...first, end]).toString('utf8'))
      const start = new StringDecoder('utf8').write(Buffer.concat(first))
      const rest = end.subarray(continuationBytes(end)).toString('utf8')
      return `${cleanOutput(start)}\n… [${missing} bytes left out] …\n${cleanOutput(rest)}`
    },
  }
}

/** Bytes at the start that belong to a character cut in two. */
function continuationBytes(bytes: Buffer): number {
  let count = 0
  while (count < 3 && ((bytes[count] ?? 0) & 0xc0) === 0x80) count++
  return count
}

const ansi =
  /\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[PX^_][^\x1b]*(?:\x1b\\)?|[ -/]*[0-~])/g

/**
 * Terminal output as plain text: colours and cursor moves go, a line overwritten with `\r` shows its last
 * state, other control characters are dropped.
 */
export function cleanOutput(text: string): string {
  return text
    .replace(ansi, '')
    .split('\n')
    .map(lastState)
    .join('\n')
    .replace(/[\0-\x08\x0b-\x1f\x7f]/g, '')
}

function lastState(line: string): string {
  const shown = line.endsWith('\r') ? line.slice(0, -1) : line
  return shown.slice(shown.lastIndexOf('\r') + 1)
}
