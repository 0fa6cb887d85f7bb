import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What is kept for each id, such as in which conversation a run is: one small file an id, so that a page finds its runs after a restart. */
export interface IdIndex {
  /** Undefined for an id nobody has set. */
  get(id: string): string | undefined
  set(id: string, text: string): void
}

/** Of runs and conversations. */
export const idShape = /^[\w-]{8,64}$/

export function createIdIndex(folder: string): IdIndex {
  const pathOf = (id: string) => join(folder, id)
  return {
    get(id) {
      // Ids come from addresses: `../` would leave the folder.
      if (!idShape.test(id)) return undefined
      if (!existsSync(pathOf(id))) return undefined
      // Empty when a crash came before the content.
      return readFileSync(pathOf(id), 'utf8') || undefined
    },
    set(id, text) {
      mkdirSync(folder, { recursive: true })
      writeFileSync(pathOf(id), text, { mode: 0o600 })
    },
  }
}
