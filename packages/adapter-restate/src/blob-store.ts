import type { Json } from '@toolprism/harness'
import { DurableError } from './errors'

/** Keeps what is too large for an engine's journal. Two functions round any bucket, table or folder will do. */
export interface BlobStore {
  put(key: string, text: string): Promise<void>
  get(key: string): Promise<string | undefined>
}

/** What the journal holds of a value: the value itself, or where it is. */
export type Packed = { value: Json } | { value?: undefined } | { blob: string; bytes: number }

export interface Packer {
  pack(name: string, value: unknown): Promise<Packed>
  unpack(packed: Packed): Promise<unknown>
}

/** The engine's own limit is 32 MiB, past which it tries for ever. */
const hardLimit = 24 * 1024 * 1024

/**
 * Puts values over `maxBytes` into the blob store and gives the journal a reference.
 * @param tooLarge makes the error for a value that fits nowhere.
 */
export function createPacker(
  blobs: BlobStore | undefined,
  maxBytes: number,
  tooLarge: (message: string) => Error,
): Packer {
  return {
    async pack(name, value) {
      const text = JSON.stringify(value)
      if (text === undefined) return {}
      // At most three bytes a character: most values need no count.
      const bytes = text.length * 3 <= maxBytes ? 0 : Buffer.byteLength(text)
      if (bytes <= maxBytes || (!blobs && bytes <= hardLimit)) return { value: value as Json }
      if (!blobs)
        throw tooLarge(
          `RESULT_TOO_LARGE: ${name} made ${bytes} bytes, and a journal entry may have ${hardLimit}. Give serveAgent a blob store (blobs).`,
        )
      // A new key each time: an attempt that was given up must not change what the journal refers to.
      const blob = `${name}/${crypto.randomUUID()}`
      await blobs.put(blob, text)
      return { blob, bytes }
    },
    async unpack(packed) {
      if (!('blob' in packed)) return packed.value
      const text = await blobs?.get(packed.blob)
      if (text === undefined)
        throw new DurableError(
          'BLOBS_MISSING',
          `"${packed.blob}" (${packed.bytes} bytes) is not in the blob store. Give every worker and host the same one, and keep blobs as long as runs.`,
        )
      return JSON.parse(text)
    },
  }
}
