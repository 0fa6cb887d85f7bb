import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  truncateSync,
  writeSync,
} from 'node:fs'
import { HarnessError } from '../../errors'

/** A file of one JSON value a line, written to its end only. */
export interface JsonLines {
  /** What the file held when it was opened. */
  readonly records: readonly unknown[]
  append(record: unknown): void
}

export interface JsonLinesOptions {
  /** What the file is, for messages: `journal`, `session`. */
  kind: string
  /** Waits until each line is on the disk. @default false */
  sync?: boolean
}

/**
 * Opens a file of JSON lines; the first line makes it. A last line that a crash cut short is dropped; a broken
 * line anywhere else is refused. The file is open only while a line is written.
 * @throws HarnessError FILE_BROKEN, or FILE_IN_USE from `append` when somebody else has written to it.
 */
export function openJsonLines(path: string, options: JsonLinesOptions): JsonLines {
  const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0)
  const { records, length } = parseLines(bytes, path, options.kind)
  if (length < bytes.length) truncateSync(path, length)
  let size = length
  return {
    records,
    append(record) {
      const line = Buffer.from(`${JSON.stringify(record)}\n`)
      const descriptor = openSync(path, 'a', 0o600)
      try {
        if (fstatSync(descriptor).size !== size)
          throw new HarnessError(
            'FILE_IN_USE',
            `The ${options.kind} ${path} was written to by somebody else. Only one process may use it at a time.`,
          )
        for (let done = 0; done < line.length; ) done += writeSync(descriptor, line, done)
        size += line.length
        if (options.sync) fsyncSync(descriptor)
      } finally {
        closeSync(descriptor)
      }
    },
  }
}

function parseLines(bytes: Buffer, path: string, kind: string) {
  const records: unknown[] = []
  let from = 0
  for (let line = 1; from < bytes.length; line++) {
    const end = bytes.indexOf(10, from)
    // Without its line break a line was not written to its end.
    if (end === -1) break
    try {
      records.push(JSON.parse(bytes.toString('utf8', from, end)))
    } catch {
      if (end === bytes.length - 1) break
      throw new HarnessError('FILE_BROKEN', `Line ${line} of the ${kind} ${path} is no JSON.`)
    }
    from = end + 1
  }
  return { records, length: from }
}
