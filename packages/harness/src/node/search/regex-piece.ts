import type { ToolError } from '@toolprism/core'
import { workspaceError } from '../workspace/workspace-error'

/** One character for ripgrep: also the bytes of broken UTF-8, which JavaScript reads as U+FFFD. */
export const anyCharacter = '(?:.|(?-u:[\\x80-\\xFF]{1,3}))'

/** A part of a pattern for both engines. */
export interface Piece {
  js: string
  /** Undefined when ripgrep has no such construct. */
  filter: string | undefined
  /** The character this piece matches and nothing else. */
  character?: string
}

export function badPattern(pattern: string, reason: string): ToolError {
  return workspaceError(
    'BAD_PATTERN',
    `The pattern ${JSON.stringify(pattern)} cannot be used: ${reason}.`,
  )
}

export function literal(character: string): Piece {
  const js = /[\^$\\.*+?()[\]{}|/]/.test(character) ? `\\${character}` : character
  return { js, filter: literalFilter(character.codePointAt(0) ?? 0), character }
}

/** One code point in ripgrep's dialect; half of a pair and the replacement character have no equal there. */
export function literalFilter(point: number): string | undefined {
  if ((point >= 0xd800 && point <= 0xdfff) || point === 0xfffd) return undefined
  const plain = /[A-Za-z0-9 _]/.test(String.fromCodePoint(point)) || point > 0x7f
  return plain ? String.fromCodePoint(point) : `\\x{${point.toString(16)}}`
}
