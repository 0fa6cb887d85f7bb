import picomatch from 'picomatch'
import { workspaceError } from '../workspace/workspace-error'

export interface GlobPattern {
  /** True for a path relative to the start folder, with `/`. */
  matches(path: string): boolean
  /** Folder part without wildcards, where a walk may begin; `.` when there is none. */
  base: string
}

/** Each `*` multiplies the work of a backtracking matcher, so few are allowed in one name. */
const maxStarsPerName = 4
const maxGlobstars = 4

/**
 * Compiles a glob of a model: `*`, `?`, `[a-z]`, `{a,b}` and `**`. Parentheses and `!` are plain characters,
 * since file names hold them. A pattern without `/` matches names at any depth. Throws `BAD_PATTERN`.
 */
export function createGlob(pattern: string, options: { anyDepth: boolean }): GlobPattern {
  const cleaned = pattern.trim().replace(/^(?:\.\/)+/, '')
  checkGlob(pattern, cleaned)
  const escaped = cleaned.replace(/[()|+@!^$]/g, '\\$&')
  const full = options.anyDepth && !cleaned.includes('/') ? `**/${escaped}` : escaped
  const matches = picomatch(full, {
    dot: true,
    nonegate: true,
    noextglob: true,
    strictBrackets: false,
  })
  const fixed = cleaned.split('/').slice(0, -1)
  const wild = fixed.findIndex((part) => /[*?[\]{}\\]/.test(part))
  const base = (wild === -1 ? fixed : fixed.slice(0, wild)).join('/')
  return { matches: (path) => matches(path), base: base === '' ? '.' : base }
}

function checkGlob(pattern: string, cleaned: string): void {
  const refuse = (reason: string): never => {
    throw workspaceError('BAD_PATTERN', `The glob ${JSON.stringify(pattern)} ${reason}.`)
  }
  if (cleaned === '') refuse('is empty; "**/*" matches every file')
  if (pattern.length > 1000) refuse('is longer than 1000 characters')
  if (/\0/.test(pattern)) refuse('holds a NUL character')
  if (cleaned.startsWith('/') || /^[a-z]:[\\/]/i.test(cleaned) || /^~(?:\/|$)/.test(cleaned))
    refuse('is absolute; give it relative to the workspace and the folder in "path"')
  if (cleaned.split('/').includes('..')) refuse('steps to a parent folder with ".."')
  if ((cleaned.match(/\*\*/g) ?? []).length > maxGlobstars)
    refuse(`holds "**" more than ${maxGlobstars} times`)
  if (!hasFewStars(cleaned)) refuse(`holds more than ${maxStarsPerName} "*" in one name`)
  if ((cleaned.match(/\{/g) ?? []).length > 8) refuse('holds more than 8 groups in braces')
  if (/\{[^{}]*\.\.[^{}]*\}/.test(cleaned)) refuse('holds a range in braces; list the values')
}

/** True when no name of a pattern holds so many `*` that matching it could take long. */
export function hasFewStars(pattern: string): boolean {
  return pattern.split('/').every((part) => (part.match(/\*+/g) ?? []).length <= maxStarsPerName)
}
