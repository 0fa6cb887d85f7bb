/** A JSON value as agentsdk 0.3 wrote it: Go's `%q`, `%d` and `%g`; objects and arrays are `any`. */
export function goLiteral(value: unknown): string {
  if (typeof value === 'string') return goString(value)
  if (typeof value === 'number') return goNumber(value)
  return typeof value === 'boolean' || value === null ? `${value}` : 'any'
}

const SHORT: Record<string, string> = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\v': '\\v',
  '\f': '\\f',
  '\r': '\\r',
}

/** Go prints letters, marks, numbers, punctuation, symbols and the space; it escapes the rest. */
function goString(value: string): string {
  const body = value.replace(/["\\]|(?! )[\p{C}\p{Z}]/gu, (character) => {
    const code = character.codePointAt(0)!
    if (code >= 0xd800 && code <= 0xdfff) return '\ufffd'
    const hex = code.toString(16)
    // Go's own `\a` and `\U000e0001` mean other characters in TypeScript, so those two are ours.
    if (code > 0xffff) return `\\u{${hex}}`
    return (
      SHORT[character] ??
      (code < 0x80 ? `\\x${hex.padStart(2, '0')}` : `\\u${hex.padStart(4, '0')}`)
    )
  })
  return `"${body}"`
}

function goNumber(value: number): string {
  if (!Number.isFinite(value)) return 'number'
  if (Number.isInteger(value) && Math.abs(value) < 2 ** 63) return BigInt(value).toString()
  const exponent = Math.floor(Math.log10(Math.abs(value)))
  const text = exponent < -4 || exponent >= 6 ? value.toExponential() : `${value}`
  return text.replace(/e([+-])(\d)$/, 'e$10$2')
}
