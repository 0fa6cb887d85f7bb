/** Words that begin a compound command, or change what follows. */
const keywords = new Set(
  '! case coproc do done elif else esac fi for function if in select then time until while [[ { }'.split(
    ' ',
  ),
)

/**
 * The words of a command that is one simple command and nothing more, as `/bin/sh` would split it. Undefined
 * for anything else: lists, pipes, redirections, substitutions, expansions of any kind, assignments, comments,
 * several lines. When in doubt it is undefined, and a person is asked.
 */
export function parseSimpleCommand(command: string): string[] | undefined {
  const text = command.trim()
  if (text === '' || /[\0-\x08\x0a-\x1f\x7f]/.test(text)) return undefined
  const words: string[] = []
  let word: string | undefined
  for (let at = 0; at < text.length; ) {
    const character = text[at] ?? ''
    if (character === ' ' || character === '\t') {
      if (word !== undefined) words.push(word)
      word = undefined
      at++
      continue
    }
    const piece = readPiece(text, at, word === undefined)
    if (!piece) return undefined
    word = (word ?? '') + piece.value
    at = piece.next
  }
  if (word !== undefined) words.push(word)
  const [program = ''] = words
  if (program === '' || keywords.has(program) || /^[A-Za-z_]\w*\+?=/.test(program)) return undefined
  return words
}

interface Piece {
  value: string
  next: number
}

function readPiece(text: string, at: number, isStart: boolean): Piece | undefined {
  const character = text[at] ?? ''
  if (character === "'") return readSingle(text, at)
  if (character === '"') return readDouble(text, at)
  if (character === '\\') {
    const next = text[at + 1]
    return next === undefined ? undefined : { value: next, next: at + 2 }
  }
  // Operators, expansions, globs and braces.
  if (/[;&|<>()$`*?[\]{}!]/.test(character)) return undefined
  if (isStart && /[#~]/.test(character)) return undefined
  // A tilde is expanded after "=" and ":" as well.
  if (character === '~' && /[=:]/.test(text[at - 1] ?? '')) return undefined
  return { value: character, next: at + 1 }
}

function readSingle(text: string, at: number): Piece | undefined {
  const end = text.indexOf("'", at + 1)
  return end === -1 ? undefined : { value: text.slice(at + 1, end), next: end + 1 }
}

function readDouble(text: string, at: number): Piece | undefined {
  let value = ''
  for (let index = at + 1; index < text.length; index++) {
    const character = text[index] ?? ''
    if (character === '"') return { value, next: index + 1 }
    if (character === '$' || character === '`') return undefined
    if (character === '\\' && /[$`"\\]/.test(text[index + 1] ?? '')) value += text[++index]
    else value += character
  }
  return undefined
}
