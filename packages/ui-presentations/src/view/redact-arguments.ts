import { copyValue } from './copy-value'

export const mask = '••••••'

/** Characters of arguments that are looked at; a card shows far less. */
export const copyLimit = 10_000_000

const secretKey =
  /(?:^|[_-])(?:pass(?:word|wd|phrase)?|pwd|secret|token|(?:api|access|private)[_-]?key|authorization|auth|credentials?|cookie|session[_-]?id|signature|otp|pin|ssn|cv[vc]|card[_-]?number)$/
// Counts and cursors are no secrets, whatever word is in them.
const harmlessKey =
  /(?:max|num|page|next|count|continuation|total|prompt|completion|input|output)[_-]?tokens?$/

const secretTexts: readonly RegExp[] = [
  /\b(?:[spr]k|gh[pousr]|github_pat|glpat|xox[abprs]|npm|hf)[-_][\w-]{16,}/g,
  /\b(?:A[KS]IA[A-Z0-9]{16}\b|AIza[\w-]{30,}|eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*)/g,
  /(?<=\b(?:Bearer|Basic)\s)[\w.~+/-]{8,}=*/gi,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /(?<=:\/\/[^\s:/@]{1,64}:)[^\s@/]{1,256}(?=@)/g,
]

export interface RedactOptions {
  /** Further names of secret arguments, in any case. */
  keys?: readonly string[]
  /** Further texts to mask; each needs the `g` flag. */
  patterns?: readonly RegExp[]
}

/**
 * A copy of a tool's arguments with secrets masked: values under telling names (`password`, `apiKey`,
 * `authorization`…) whole, well-known key formats inside any text. Never throws; the copy is plain JSON.
 */
export function redactArguments(input: unknown, options: RedactOptions = {}): unknown {
  const keys = new Set(options.keys?.map((key) => key.toLowerCase()))
  const patterns = [...secretTexts, ...(options.patterns ?? [])]
  const isSecret = (key: string) => {
    const snake = key.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()
    return keys.has(key.toLowerCase()) || (secretKey.test(snake) && !harmlessKey.test(snake))
  }
  return copyValue(input, { left: copyLimit }, (value, key) => {
    if (isSecret(key) && isPresent(value)) return mask
    if (typeof value !== 'string') return value
    return patterns.reduce((text, pattern) => text.replace(pattern, mask), value)
  })
}

/** An empty secret is worth seeing as empty. */
function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && typeof value !== 'boolean'
}
