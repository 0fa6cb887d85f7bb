// Most cells of a large table: nothing in them means anything.
const harmless = /^[\p{L}\p{N} ,;%'"$€]*$/u

/**
 * Literal one-line text as GFM. Besides the marks, it escapes what would start a block at the line's
 * beginning and what GFM would turn into an autolink, as an autolink swallows the backslashes after it.
 */
export function escapeMarkdown(text: string, atLineStart: boolean): string {
  if (harmless.test(text)) return text
  let escaped = text
    .replace(/[\\`*_~[\]<>|&{}!@]/g, '\\$&')
    .replace(/(https?|ftp)(?=:\/\/)/gi, '$1\\')
    .replace(/www(?=\.)/gi, '$&\\')
  if (atLineStart) {
    escaped = escaped.replace(/^(?:#+|[-+=])/, (mark) => mark.replace(/./g, '\\$&'))
    escaped = escaped.replace(/^(\d+)(?=[.)])/, '$1\\')
  }
  return escaped
}

/** A link or image destination: what would end it or be decoded in it is encoded. */
export function escapeDestination(url: string): string {
  return url
    .replace(/[()\s\\`<>|]/g, (unit) => encodeURIComponent(unit).replace(/[()]/g, percent))
    .replace(/&(?=[#\w])/g, '\\&')
}

/** A code span in running text; inside a table the pipe is escaped as well. */
export function markdownCode(text: string, inTable: boolean): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  // A parser strips one space at both ends, unless the span is nothing but spaces.
  const pad = /^`|`$|^ .* $/.test(text) ? ' ' : ''
  const code = fence + pad + text + pad + fence
  return inTable ? code.replace(/\|/g, '\\|') : code
}

/** A fence longer than any run of backticks inside, three at least. */
export function codeFence(code: string): string {
  const longest = Math.max(2, ...(code.match(/`+/g) ?? []).map((run) => run.length))
  return '`'.repeat(longest + 1)
}

/** The character as a numeric reference, so that a neighbouring emphasis mark can open or close. */
export function characterReference(character: string): string {
  return `&#x${character.codePointAt(0)!.toString(16).toUpperCase()};`
}

function percent(unit: string): string {
  return `%${unit.charCodeAt(0).toString(16).toUpperCase()}`
}
