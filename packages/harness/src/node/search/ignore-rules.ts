import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import ignore, { type Ignore } from 'ignore'
import { hasFewStars } from './glob-pattern'

/** Folders never entered unless a call starts inside one: huge, generated, or the records of a tool. */
export const SKIPPED_FOLDERS: readonly string[] = Object.freeze([
  '.git',
  '.hg',
  '.svn',
  '.toolprism',
  '.venv',
  '__pycache__',
  'node_modules',
])

/** Files whose rules apply to the folder they stand in; a later one overrules an earlier one. */
export const IGNORE_FILES: readonly string[] = Object.freeze(['.gitignore', '.ignore'])

const maxBytes = 256 * 1024

export interface IgnoreRules {
  /** `path` is relative to the workspace; a folder ends with `/`. The nearest rule that matches decides. */
  ignores(path: string): boolean
  /** The rules below one folder: these and the ones of its own ignore files. */
  inside(folder: string, texts: readonly string[]): IgnoreRules
}

export const noIgnoreRules: IgnoreRules = createRules([])

function createRules(levels: readonly { prefix: string; rules: Ignore }[]): IgnoreRules {
  return {
    ignores(path) {
      for (const { prefix, rules } of levels) {
        const result = rules.test(path.slice(prefix.length))
        if (result.ignored) return true
        if (result.unignored) return false
      }
      return false
    },
    inside(folder, texts) {
      const lines = texts.flatMap((text) => text.split(/\r?\n/)).filter(hasFewStars)
      if (lines.every((line) => line === '' || line.startsWith('#'))) return createRules(levels)
      // Case matters, as in git on a case-sensitive file system: the same answer on every machine.
      const rules = ignore({ ignorecase: false, allowRelativePaths: true }).add(lines)
      return createRules([{ prefix: folder === '.' ? '' : `${folder}/`, rules }, ...levels])
    },
  }
}

/** The text of an ignore file; one that is missing, a link, too large or unreadable counts as empty. */
export async function readIgnoreFile(path: string): Promise<string> {
  const handle = await open(
    path,
    constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
  ).catch(() => undefined)
  if (!handle) return ''
  try {
    const stats = await handle.stat()
    if (!stats.isFile() || stats.size > maxBytes) return ''
    return (await handle.readFile('utf8')).replace(/^\ufeff/, '')
  } finally {
    await handle.close()
  }
}
