import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BlobStore } from '@toolprism/adapter-restate'

/** Results too large for the engine's journal, each in a file: worker and demo share the folder. */
export function folderBlobStore(folder: string): BlobStore {
  const pathOf = (key: string) => join(folder, encodeURIComponent(key))
  return {
    async put(key, text) {
      await mkdir(folder, { recursive: true })
      await writeFile(pathOf(key), text, { mode: 0o600 })
    },
    get: (key) => readFile(pathOf(key), 'utf8').catch(() => undefined),
  }
}
