import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** In which conversation each run is: one small file a run, so that a page finds its runs after a restart. */
export interface RunIndex {
  /** Undefined for a run nobody has started. */
  conversationOf(runId: string): string | undefined
  add(runId: string, conversationId: string): void
}

export function createRunIndex(folder: string): RunIndex {
  const pathOf = (runId: string) => join(folder, runId)
  return {
    conversationOf(runId) {
      if (!existsSync(pathOf(runId))) return undefined
      // Empty when a crash came before the content.
      return readFileSync(pathOf(runId), 'utf8') || undefined
    },
    add(runId, conversationId) {
      mkdirSync(folder, { recursive: true })
      writeFileSync(pathOf(runId), conversationId, { mode: 0o600 })
    },
  }
}
