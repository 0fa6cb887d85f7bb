import { anyCharacter, badPattern, literalFilter, type Piece } from './regex-piece'

interface PartOptions {
  pattern: string
  ignoreCase: boolean
}

/** Classes whose meaning differs between the engines: what ripgrep must match to see at least as much. */
const shorthand: Readonly<Record<string, string>> = {
  d: '[0-9]',
  // With `i` and `u`, `\w` also takes the long s and the Kelvin sign; ripgrep's own `\w` holds both.
  w: '\\w',
  s: '[\\s\\x{FEFF}]',
  D: anyCharacter,
  W: anyCharacter,
  S: anyCharacter,
}

const posixClasses: Readonly<Record<string, string>> = {
  alnum: 'A-Za-z0-9',
  alpha: 'A-Za-z',
  blank: ' \\t',
  digit: '0-9',
  lower: 'a-z',
  punct: '!-\\/:-@\\[-`{-~',
  space: '\\s',
  upper: 'A-Z',
  word: '\\w',
  xdigit: '0-9A-Fa-f',
}

/** An escape outside a class; `index` is at the backslash. */
export function readEscape(source: string, index: number, options: PartOptions): [Piece, number] {
  const letter = source[index + 1]
  if (letter === undefined)
    throw badPattern(options.pattern, 'it ends with a backslash; write "\\\\" for one')
  const simple = shorthand[letter]
  if (simple) return [{ js: `\\${letter}`, filter: simple }, index + 2]
  // What stands at a word's edge is dropped from the filter, which then only matches more.
  if (letter === 'b' || letter === 'B') return [{ js: `\\${letter}`, filter: '' }, index + 2]
  if (/[1-9]/.test(letter)) return [{ js: `\\${letter}`, filter: undefined }, index + 2]
  const named = /^\\k<[^>]+>|^\\[pP]\{[^}]+\}/.exec(source.slice(index))
  if (named) return [{ js: named[0], filter: undefined }, index + named[0].length]
  const { point, length } = readCodePoint(source, index, options)
  return [characterPiece(point), index + length]
}

function characterPiece(point: number): Piece {
  const filter = literalFilter(point)
  const character = String.fromCodePoint(point)
  return { js: `\\u{${point.toString(16)}}`, filter, character }
}

const controls: Readonly<Record<string, number>> = { r: 13, t: 9, f: 12, v: 11, '0': 0 }

/** The one code point an escape stands for. */
function readCodePoint(
  source: string,
  index: number,
  options: PartOptions,
): { point: number; length: number } {
  const rest = source.slice(index)
  const letter = rest[1] ?? ''
  if (letter === 'n') throw badPattern(options.pattern, 'matches lie within one line')
  const control = controls[letter]
  if (control !== undefined) return { point: control, length: 2 }
  const pair = /^\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})/.exec(rest)
  if (pair) {
    const high = Number.parseInt(pair[1] ?? '', 16)
    const low = Number.parseInt(pair[2] ?? '', 16)
    return { point: (high - 0xd800) * 0x400 + low - 0xdc00 + 0x10000, length: 12 }
  }
  const hex = /^\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|[ux]\{([0-9a-fA-F]{1,6})\})/.exec(rest)
  if (hex) {
    const point = Number.parseInt(hex[1] ?? hex[2] ?? hex[3] ?? '', 16)
    if (point <= 0x10ffff) return { point, length: hex[0].length }
  }
  const letterPoint = rest.codePointAt(1) ?? 0
  if (/[A-Za-z]/.test(letter))
    throw badPattern(options.pattern, `"\\${letter}" is not an escape it knows`)
  return { point: letterPoint, length: letterPoint > 0xffff ? 3 : 2 }
}

interface ClassState {
  js: string
  filter: string
  /** The filter cannot say this class: any character stands for it. */
  any: boolean
}

/** A class in brackets; `index` is at `[`. */
export function readClass(source: string, index: number, options: PartOptions): [Piece, number] {
  const negated = source[index + 1] === '^'
  const state: ClassState = { js: negated ? '[^' : '[', filter: '[', any: negated }
  let at = index + (negated ? 2 : 1)
  const first = at
  while (source[at] !== ']' || at === first) {
    if (at >= source.length) throw badPattern(options.pattern, 'a "[" is not closed')
    at = readMember(source, at, state, options)
  }
  const filter = state.any ? anyCharacter : `${state.filter}]`
  return [{ js: `${state.js}]`, filter }, at + 1]
}

function readMember(source: string, at: number, state: ClassState, options: PartOptions): number {
  const posix = /^\[:(\w+):\]/.exec(source.slice(at))
  const known = posix && posixClasses[posix[1] ?? '']
  if (posix && known) {
    state.js += known
    state.any ||= options.ignoreCase || /\\[sw]/.test(known)
    state.filter += known
    return at + posix[0].length
  }
  const set = /^\\(?:[dDwWsS]|[pP]\{[^}]+\})/.exec(source.slice(at))
  if (set) {
    state.js += set[0]
    state.any = true
    return at + set[0].length
  }
  const [from, next] = readClassCharacter(source, at, options)
  const isRange = source[next] === '-' && source[next + 1] !== ']' && next + 1 < source.length
  const setAfter = isRange && /^\\(?:[dDwWsS]|[pP]\{)/.test(source.slice(next + 1))
  if (!isRange || setAfter) {
    addRange(state, from, from)
    return next
  }
  const [to, end] = readClassCharacter(source, next + 1, options)
  if (to < from)
    throw badPattern(options.pattern, `the range "${source.slice(at, end)}" runs backwards`)
  addRange(state, from, to)
  return end
}

function readClassCharacter(source: string, at: number, options: PartOptions): [number, number] {
  if (source[at] !== '\\') {
    const point = source.codePointAt(at) ?? 0
    return [point, at + (point > 0xffff ? 2 : 1)]
  }
  if (source[at + 1] === 'b') return [8, at + 2]
  if (source[at + 1] === undefined) throw badPattern(options.pattern, 'a "[" is not closed')
  const { point, length } = readCodePoint(source, at, options)
  return [point, at + length]
}

function addRange(state: ClassState, from: number, to: number): void {
  const hex = (point: number) => point.toString(16)
  state.js += from === to ? `\\u{${hex(from)}}` : `\\u{${hex(from)}}-\\u{${hex(to)}}`
  // Surrogates and U+FFFD mean something else to ripgrep than to JavaScript.
  if (to >= 0xd800 && from <= 0xfffd) state.any = true
  else state.filter += from === to ? `\\x{${hex(from)}}` : `\\x{${hex(from)}}-\\x{${hex(to)}}`
}
