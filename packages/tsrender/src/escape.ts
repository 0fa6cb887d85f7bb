// The one place where text from outside is made safe for a comment, a string literal or a Markdown fence.

/** Controls but tab and line ends, bidi and tag characters: invisible, and able to reorder or hide what a model reads. */
const INVISIBLE =
  /[\0-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu
const LONE_SURROGATE = /\p{Surrogate}/gu
/** Every ECMAScript line terminator, and the ones other readers honour (VT, FF, NEL). */
const LINE_END = /\r\n|[\n\v\f\r\x85\u2028\u2029]/g

/** Lines that need no care at all, which most do not. */
const PLAIN = /^[\n -~\xa0-\u0600]*$/

const isPlain = (text: string) => PLAIN.test(text) && !text.includes('*/') && !text.includes('```')

/** The lines of a text, fit for a block comment. */
export function commentLines(text: string, fenceSafe = true): string[] {
  if (isPlain(text)) return text.split('\n')
  const safe = text
    .replace(LINE_END, '\n')
    .replace(INVISIBLE, '')
    .replace(LONE_SURROGATE, '\ufffd')
    .replaceAll('*/', '*\\/')
  return (fenceSafe ? safe.replace(/`{3,}/g, "'''") : safe).split('\n')
}

/** Characters that need no care wherever they stand: a quick look, before the exact one. */
const HARMLESS = /^[ -)+-_a-~]*$/

/** A text as one line, fit for any comment. */
export function commentLine(text: string, fenceSafe = true): string {
  if (HARMLESS.test(text)) return text.trim()
  return commentLines(text, fenceSafe)
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' ')
}

/** A string literal that means the same in TypeScript, shows nothing invisible and ends no fence. */
export function stringLiteral(value: string): string {
  if (/^[ !#-[\]_a-~-]*$/.test(value)) return `"${value}"`
  return JSON.stringify(value)
    .replace(/[\u2028\u2029\x85]/g, escapeCharacter)
    .replace(INVISIBLE, escapeCharacter)
    .replace(/`(?=``)/g, '\\x60')
}

function escapeCharacter(character: string): string {
  const code = character.codePointAt(0)!.toString(16)
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`
}

/** A property name as it stands in a type: bare when it is a plain identifier, else quoted. */
export function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : stringLiteral(name)
}
