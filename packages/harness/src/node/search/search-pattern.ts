import { readClass, readEscape } from './regex-parts'
import { anyCharacter, badPattern, literal, type Piece } from './regex-piece'

/** A pattern as the tool applies it, and as a filter that ripgrep can apply before it. */
export interface SearchPattern {
  /** Tried on one line without its ending. */
  regex: RegExp
  /** In ripgrep's dialect, matching at least every line that `regex` matches; absent when there is none. */
  filter?: string
  /** Text that stands in every matching line; absent when there is none or case does not matter. */
  required?: string
}

export interface SearchPatternOptions {
  literal: boolean
  ignoreCase: boolean
}

/**
 * Reads a pattern of a model: an ECMAScript regular expression with Unicode rules. What people often write
 * is understood too: a lone brace is itself, `\"` is `"`, `[[:alpha:]]` is a class, `(?i)` at the start
 * ignores case. Throws `BAD_PATTERN`.
 */
export function createSearchPattern(pattern: string, options: SearchPatternOptions): SearchPattern {
  if (pattern.length > 2000) throw badPattern(pattern, 'it is longer than 2000 characters')
  if (/\n|\0/.test(pattern)) throw badPattern(pattern, 'matches lie within one line')
  const inline = !options.literal && pattern.startsWith('(?i)')
  const ignoreCase = options.ignoreCase || inline
  const pieces = options.literal
    ? [...pattern].map(literal)
    : readPieces(inline ? pattern.slice(4) : pattern, pattern, ignoreCase)
  const source = pieces.map(({ js }) => js).join('')
  const parts = pieces.map(({ filter }) => filter)
  const known = parts.every((part) => part !== undefined)
  const required = ignoreCase ? '' : requiredText(pieces)
  return {
    regex: compile(source, ignoreCase, pattern),
    ...(known ? { filter: `${ignoreCase ? '(?i)' : ''}${parts.join('')}` } : {}),
    ...(required === '' ? {} : { required }),
  }
}

/** The longest run of plain characters that no match can do without; empty when unsure. */
function requiredText(pieces: readonly Piece[]): string {
  if (pieces.some(({ js }) => js === '|')) return ''
  const runs: string[] = []
  let run = ''
  let depth = 0
  const end = () => {
    runs.push(run)
    run = ''
  }
  for (const { js, filter, character } of pieces) {
    // A quantifier may make the character before it absent.
    if (/^[*?{]/.test(js)) run = run.slice(0, /[\udc00-\udfff]$/.test(run) ? -2 : -1)
    if (character === undefined || filter === undefined || depth > 0) end()
    else run += character
    if (js.startsWith('(')) depth++
    if (js === ')') depth--
  }
  end()
  return runs.reduce((longest, text) => (text.length > longest.length ? text : longest), '')
}

function compile(source: string, ignoreCase: boolean, pattern: string): RegExp {
  try {
    return new RegExp(source, ignoreCase ? 'isu' : 'su')
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^.*: /, '') : String(error)
    throw badPattern(pattern, `${reason} (set literal to true to search for the text itself)`)
  }
}

function readPieces(source: string, pattern: string, ignoreCase: boolean): Piece[] {
  const pieces: Piece[] = []
  for (let index = 0; index < source.length; ) {
    const [piece, next] = readPiece(source, index, pattern, ignoreCase)
    pieces.push(piece)
    index = next
  }
  return pieces
}

function readPiece(
  source: string,
  index: number,
  pattern: string,
  ignoreCase: boolean,
): [Piece, number] {
  const rest = source.slice(index)
  const character = String.fromCodePoint(source.codePointAt(index) ?? 0)
  const after = index + character.length
  if (character === '\\') return readEscape(source, index, { pattern, ignoreCase })
  if (character === '[') return readClass(source, index, { pattern, ignoreCase })
  if (character === '.') return [{ js: '.', filter: anyCharacter }, after]
  // ripgrep sees the carriage return and the mark at the start of a file, which we take off.
  if (character === '$') return [{ js: '$', filter: '\\r?$' }, after]
  if (character === '^') return [{ js: '^', filter: '^\\x{FEFF}?' }, after]
  if (character === '(') return readGroup(rest, index, pattern)
  const quantifier = /^\{\d+(?:,\d*)?\}/.exec(rest)
  if (quantifier) return [same(quantifier[0]), index + quantifier[0].length]
  if (/[)|*+?]/.test(character)) return [same(character), after]
  return [literal(character), after]
}

function readGroup(rest: string, index: number, pattern: string): [Piece, number] {
  const opening = /^\((?:\?(?:<?[=!]|:|<[A-Za-z_$][\w$]*>)?)?/.exec(rest)?.[0] ?? '('
  if (opening === '(?') throw badPattern(pattern, `"${rest.slice(0, 4)}" is not a group it knows`)
  const end = index + opening.length
  // A group that looks around cannot be filtered by ripgrep; a name does not matter to it.
  if (/[=!]$/.test(opening)) return [{ js: opening, filter: undefined }, end]
  return [{ js: opening, filter: opening === '(?:' ? '(?:' : '(' }, end]
}

function same(text: string): Piece {
  return { js: text, filter: text }
}
