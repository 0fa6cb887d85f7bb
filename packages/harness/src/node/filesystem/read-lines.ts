import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import type { TextEncoding } from '../workspace/sniff-content'
import { clipText } from '../workspace/text'
import { workspaceError } from '../workspace/workspace-error'

export interface ReadLines {
  lines: string[]
  /** Lines of the whole file; undefined when counting stopped before its end. */
  totalLines?: number
  /** SHA-256 of the file's bytes; undefined like `totalLines`. */
  hash?: string
  /** True when lines follow the last one returned. */
  more: boolean
}

export interface LineRange {
  /** From 1. */
  startLine: number
  /** Most lines to return. */
  limit: number
  /** Most characters of one line. */
  lineLength: number
  /** Most characters of all lines together; one line is always returned. */
  characters: number
}

const chunkSize = 256 * 1024
/** Bytes read after the wanted lines, only to count the rest. */
const countingBytes = 16 * 1024 * 1024

/** Reads a range of lines with memory bounded by the range, whatever the size of the file or of a line. */
export async function readLines(
  handle: FileHandle,
  encoding: TextEncoding,
  range: LineRange,
): Promise<ReadLines> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const buffer = Buffer.alloc(chunkSize)
  const collector = createLineCollector(range)
  const digest = createHash('sha256')
  let counted = 0
  for (let position = 0; ; ) {
    const { bytesRead } = await handle.read(buffer, 0, chunkSize, position)
    position += bytesRead
    const chunk = buffer.subarray(0, bytesRead)
    digest.update(chunk)
    collector.push(decode(decoder, chunk, bytesRead > 0))
    if (bytesRead === 0) return { ...collector.end(true), hash: digest.digest('base64') }
    if (collector.isFull()) counted += bytesRead
    if (counted > countingBytes) return collector.end(false)
  }
}

function decode(
  decoder: InstanceType<typeof TextDecoder>,
  bytes: Uint8Array,
  stream: boolean,
): string {
  try {
    return decoder.decode(bytes, { stream })
  } catch {
    throw workspaceError(
      'NOT_TEXT',
      'The file starts as text but holds bytes that are not legal in its encoding; it is not shown.',
    )
  }
}

/** Splits chunks of text into lines, keeps those of the range and only counts the others. */
function createLineCollector(range: LineRange) {
  const lines: string[] = []
  let characters = 0
  let full = false
  let more = false
  let number = 1
  let kept = ''
  /** Characters of the current line, kept or not. */
  let length = 0

  const add = (text: string, from: number, to: number) => {
    length += to - from
    const room = range.lineLength + 1 - kept.length
    if (!full && number >= range.startLine && room > 0)
      kept += text.slice(from, Math.min(to, from + room))
  }
  const finishLine = () => {
    if (number >= range.startLine) {
      const ended = kept.length === length && kept.endsWith('\r')
      const line = ended ? kept.slice(0, -1) : clipText(kept, range.lineLength, length)
      if (full || (lines.length > 0 && characters + line.length > range.characters)) {
        full = true
        more = true
      } else {
        lines.push(line)
        characters += line.length + 1
        full = lines.length >= range.limit
      }
    }
    number++
    kept = ''
    length = 0
  }
  return {
    isFull: () => full,
    push(text: string) {
      let from = 0
      while (from < text.length) {
        const end = text.indexOf('\n', from)
        add(text, from, end === -1 ? text.length : end)
        if (end === -1) return
        finishLine()
        from = end + 1
      }
    },
    end(complete: boolean): ReadLines {
      if (complete && length > 0) finishLine()
      return {
        lines,
        more: more || !complete,
        ...(complete ? { totalLines: number - 1 } : {}),
      }
    },
  }
}
