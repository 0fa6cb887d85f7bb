export interface SuiteGroup {
  /** Relative to the draft's folder: `anyOf.json`, `optional/format/email.json`. */
  file: string
  optional: boolean
  description: string
  schema: unknown
  tests: { description: string; data: unknown; valid: boolean }[]
}

export type Draft = 'draft3' | 'draft4' | 'draft6' | 'draft7' | 'draft2019-09' | 'draft2020-12'

/** The suite's folder. @throws when it is nowhere and cannot be fetched. */
export function findJsonSchemaSuite(): string
/** Every group of a draft, required ones first. */
export function loadJsonSchemaSuite(draft: Draft): SuiteGroup[]
/** The remote documents tests refer to, by address. */
export function loadJsonSchemaRemotes(): Map<string, unknown>
