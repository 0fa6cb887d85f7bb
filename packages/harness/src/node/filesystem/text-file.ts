import type { FileHandle } from 'node:fs/promises'
import { openFile } from '../workspace/open-confined'
import { type FileMark, hashOf, toMark } from '../workspace/read-marks'
import type { ResolvedPath } from '../workspace/resolve-path'
import { sniffContent, type TextEncoding } from '../workspace/sniff-content'
import { showBytes } from '../workspace/text'
import type { Workspace } from '../workspace/workspace'
import { workspaceError } from '../workspace/workspace-error'

/** A whole text file: decoded so that encoding it again gives the same bytes. */
export interface TextFile {
  /** Without the byte order mark. */
  text: string
  encoding: TextEncoding
  bom: boolean
  mark: FileMark
  bytes: Buffer
}

const maxBytes = 10_000_000

/** Reads a text file for a change. Throws `NOT_TEXT` or `TOO_LARGE`. */
export async function readTextFile(workspace: Workspace, path: ResolvedPath): Promise<TextFile> {
  const { handle } = await openFile(workspace, path)
  try {
    const stats = await handle.stat({ bigint: true })
    if (stats.size > maxBytes)
      throw workspaceError(
        'TOO_LARGE',
        `"${path.relative}" has ${showBytes(Number(stats.size))}; files up to ${showBytes(maxBytes)} can be changed.`,
      )
    const bytes = await readAll(handle, Number(stats.size))
    const content = sniffContent(bytes, true)
    if (content.kind !== 'text')
      throw workspaceError(
        'NOT_TEXT',
        `"${path.relative}" cannot be changed as text: ${content.kind === 'image' ? content.mimeType : content.type}, ${showBytes(bytes.length)}.`,
      )
    const { encoding, bom } = content
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return { text, encoding, bom, mark: toMark(stats, hashOf(bytes)), bytes }
  } finally {
    await handle.close()
  }
}

/** The bytes of a text in the encoding of the file it came from. */
export function encodeText(
  text: string,
  { encoding, bom }: Pick<TextFile, 'encoding' | 'bom'>,
): Buffer {
  const whole = bom ? `\ufeff${text}` : text
  if (encoding === 'utf-8') return Buffer.from(whole)
  const bytes = Buffer.from(whole, 'utf16le')
  return encoding === 'utf-16be' ? bytes.swap16() : bytes
}

async function readAll(handle: FileHandle, size: number): Promise<Buffer> {
  // One byte more than expected: a file that grows while it is read is noticed.
  const buffer = Buffer.alloc(size + 1)
  let length = 0
  for (let read = 1; read > 0 && length < buffer.length; length += read)
    read = (await handle.read(buffer, length, buffer.length - length, length)).bytesRead
  return buffer.subarray(0, length)
}
