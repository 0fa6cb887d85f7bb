import { ToolError } from './tool-error'

/** Who takes the names, and what it allows. */
export type NameProfile = 'anthropic' | 'cursor' | 'gemini' | 'mcp' | 'openai' | 'portable'

export interface ToolNamesOptions {
  /** Longest name the host takes. @default what the profile allows */
  max?: number
  /** @default 'portable', which every host takes */
  pattern?: NameProfile
  /** Names the host keeps for itself. */
  reserved?: Iterable<string>
}

/** A reversible map between original names and the names a host takes. */
export interface ToolNames {
  /** Original to host name. */
  readonly names: ReadonlyMap<string, string>
  /** The host's name of an original; undefined for one that was not given. */
  toName(original: string): string | undefined
  /** The original behind a host's name; undefined for an unknown name. */
  toOriginal(name: string): string | undefined
}

interface Profile {
  max: number
  /** Characters that are not allowed. */
  illegal: RegExp
  /** What a name must begin with. */
  first: RegExp
}

/** Sources: each provider's function-calling reference; MCP 2025-11-25 (SEP-986). */
export const nameProfiles: Record<NameProfile, Profile> = {
  anthropic: { max: 64, illegal: /[^A-Za-z0-9_-]/g, first: /^/ },
  cursor: { max: 60, illegal: /[^A-Za-z0-9_]/g, first: /^/ },
  gemini: { max: 64, illegal: /[^A-Za-z0-9_.:-]/g, first: /^[A-Za-z_]/ },
  mcp: { max: 128, illegal: /[^A-Za-z0-9_.-]/g, first: /^/ },
  openai: { max: 64, illegal: /[^A-Za-z0-9_-]/g, first: /^/ },
  portable: { max: 64, illegal: /[^A-Za-z0-9_-]/g, first: /^[A-Za-z_]/ },
}

/**
 * Names a host takes, one for each original. A legal name stays. Any other is cleaned and gets a short hash of
 * the original, always, so that a name depends on itself alone: order does not matter and no name changes when
 * another tool comes or goes.
 * @throws ToolError INVALID_DEFINITION when `max` is below 16 or a name is given twice.
 */
export function toolNames(originals: Iterable<string>, options: ToolNamesOptions = {}): ToolNames {
  const profile = nameProfiles[options.pattern ?? 'portable']
  const max = options.max ?? profile.max
  if (!Number.isSafeInteger(max) || max < 16)
    throw new ToolError(
      'INVALID_DEFINITION',
      `max must be a whole number of at least 16, not ${max}.`,
    )
  const reserved = new Set(options.reserved)
  const names = new Map<string, string>()
  const back = new Map<string, string>()
  const sorted = [...originals].sort()
  const add = (original: string, name: string) => {
    names.set(original, name)
    back.set(name, original)
  }
  const rest: string[] = []
  for (const original of sorted) {
    if (names.has(original) || rest.at(-1) === original)
      throw new ToolError(
        'INVALID_DEFINITION',
        `The name ${JSON.stringify(original)} is given twice.`,
      )
    if (isLegal(original, profile, max) && !reserved.has(original)) add(original, original)
    else rest.push(original)
  }
  for (const original of rest) {
    // A legal name can look like a made one: then the hash gets longer.
    for (let length = 6; ; length++) {
      const name = cleaned(original, profile, max, length)
      if (back.has(name) || reserved.has(name)) continue
      add(original, name)
      break
    }
  }
  return {
    names,
    toName: (original) => names.get(original),
    toOriginal: (name) => back.get(name),
  }
}

function isLegal(name: string, profile: Profile, max: number): boolean {
  return (
    name.length > 0 &&
    name.length <= max &&
    profile.first.test(name) &&
    name.search(profile.illegal) === -1
  )
}

function cleaned(original: string, profile: Profile, max: number, length: number): string {
  const suffix = `_${stableHash(original, length)}`
  let base = original.replace(profile.illegal, '_').replaceAll(/_{2,}/g, '_')
  if (!profile.first.test(base) || base === '') base = `t_${base}`
  return base.slice(0, Math.max(1, max - suffix.length)) + suffix
}

/** A hash of a text in `0-9 a-z`: the same on every machine and in every version. */
export function stableHash(text: string, length: number): string {
  let hash = ''
  for (let round = 0; hash.length < length; round++)
    hash += mix(text, round).toString(36).padStart(7, '0')
  return hash.slice(0, length)
}

/** 32 bits of FNV-1a over UTF-16 units, finished with murmur's mixer. */
function mix(text: string, seed: number): number {
  let hash = 0x811c9dc5 ^ Math.imul(seed, 0x9e3779b1)
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  hash ^= hash >>> 16
  hash = Math.imul(hash, 0x85ebca6b)
  hash ^= hash >>> 13
  hash = Math.imul(hash, 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
