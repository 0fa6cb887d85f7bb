/** JSON without white space; U+2028 and U+2029 are escaped, so the output is always one line. */
export function compactJson(value: unknown): string {
  return (JSON.stringify(value) ?? 'null').replace(/[\u2028\u2029]/g, escapeUnit)
}

/** A quoted value, cut so that an echoed one never floods an answer. */
export function quoted(text: string, max = 80): string {
  return compactJson(text.length > max ? `${text.slice(0, max - 1)}…` : text)
}

/** A Markdown code span whose fence is longer than any run of backticks inside. */
export function codeSpan(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : ''
  return fence + pad + text + pad + fence
}

/** A lookup key in a code span; JSON-quoted when it would not survive being printed bare. */
export function keySpan(key: string): string {
  const fragile =
    key === '' || key.trim() !== key || /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(key)
  return codeSpan(fragile || hasLoneSurrogate(key) ? compactJson(key) : key)
}

/** A field name or type as a finding prints it: bare when it is a plain name, else quoted. */
export function printName(name: string): string {
  return /^[\w$-]{1,80}$/.test(name) ? name : quoted(name)
}

function hasLoneSurrogate(text: string): boolean {
  return /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text)
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}
