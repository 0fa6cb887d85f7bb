import { type Dirent, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import type { Skill } from '../../skill-types'
import { parseSkill } from './parse-skill'
import { listSkillFiles, readSkillFile } from './skill-files'

/** A skill that was left out, or read with a reservation. */
export interface SkillProblem {
  file: string
  line: number
  message: string
  /** True when the skill is loaded all the same. */
  loaded: boolean
}

/** Skills in order of precedence, with what went wrong on the way. */
export type LoadedSkills = Skill[] & { readonly problems: readonly SkillProblem[] }

const maxBytes = 500_000
const maxSkills = 500

/**
 * Loads the skills of folders: `<folder>/<skill>/SKILL.md` and `<folder>/<skill>.md`. An earlier folder wins over a
 * later one, a folder over a file of the same id. Missing folders are passed over. Never throws for a bad file: see
 * `problems`.
 */
export function loadSkillsFromDirs(folders: readonly string[]): LoadedSkills {
  const skills: Skill[] = []
  const problems: SkillProblem[] = []
  const seen = { ids: new Map<string, string>(), files: new Set<string>() }
  for (const folder of folders.map((path) => resolve(path)))
    for (const file of findSkillFiles(folder)) {
      if (skills.length >= maxSkills) {
        problems.push({
          file,
          line: 1,
          message: `only ${maxSkills} skills are loaded`,
          loaded: false,
        })
        break
      }
      const skill = loadSkill(file, seen, problems)
      if (skill) skills.push(skill)
    }
  return Object.assign(skills, { problems })
}

interface Seen {
  /** File by id. */
  ids: Map<string, string>
  /** Real paths: the same skill through a link counts once. */
  files: Set<string>
}

function loadSkill(file: string, seen: Seen, problems: SkillProblem[]): Skill | undefined {
  const leave = (message: string, line = 1) => {
    problems.push({ file, line, message, loaded: false })
    return undefined
  }
  let source: string
  try {
    const real = realpathSync(file)
    if (seen.files.has(real)) return undefined
    seen.files.add(real)
    const stats = statSync(real)
    if (!stats.isFile()) return leave('it is not a file')
    if (stats.size > maxBytes) return leave(`it is larger than ${maxBytes} bytes`)
    source = readFileSync(real, 'utf8')
  } catch (error) {
    return leave(
      error instanceof Error && 'code' in error
        ? `cannot be read: ${error.code}`
        : 'cannot be read',
    )
  }
  const parsed = parseSkill(source)
  if ('fault' in parsed) return leave(parsed.fault, parsed.line)
  const id = skillId(parsed.id ?? parsed.name ?? '') || skillId(nameOf(file))
  if (id === '') return leave('neither its name nor its folder gives an id')
  const first = seen.ids.get(id)
  if (first !== undefined) return leave(`the id "${id}" is taken by ${first}, which comes first`)
  seen.ids.set(id, file)
  for (const warning of parsed.warnings) problems.push({ file, ...warning, loaded: true })
  return {
    id,
    name: parsed.name ?? id,
    description: parsed.description ?? firstParagraph(parsed.body),
    body: parsed.body,
    source: file,
    ...filesOf(file),
  }
}

/** A skill in a folder of its own may have files beside it. */
function filesOf(file: string): Pick<Skill, 'files' | 'readFile'> {
  if (basename(file).toLowerCase() !== 'skill.md') return {}
  const folder = dirname(file)
  const files = listSkillFiles(folder)
  return files.length === 0 ? {} : { files, readFile: (path) => readSkillFile(folder, path) }
}

function findSkillFiles(folder: string): string[] {
  const entries = entriesOf(folder)
  const folders = entries
    .filter((entry) => isFolder(entry, join(folder, entry.name)))
    .flatMap(({ name }) => {
      const own = entriesOf(join(folder, name)).find(
        (item) => item.name.toLowerCase() === 'skill.md',
      )
      return own ? [join(folder, name, own.name)] : []
    })
  const files = entries
    .filter(({ name }) => /\.md$/i.test(name) && !/^(?:readme|skill)\.md$/i.test(name))
    .filter((entry) => !isFolder(entry, join(folder, entry.name)))
    .map(({ name }) => join(folder, name))
  return [...folders, ...files]
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter(({ name }) => !name.startsWith('.'))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch {
    return []
  }
}

function isFolder(entry: Dirent, path: string): boolean {
  if (!entry.isSymbolicLink()) return entry.isDirectory()
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

function nameOf(file: string): string {
  return basename(file).toLowerCase() === 'skill.md'
    ? basename(dirname(file))
    : basename(file).replace(/\.md$/i, '')
}

/** Letters, digits and dashes, so that a model can write it back. */
function skillId(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 64)
}

function firstParagraph(body: string): string {
  const paragraph = body
    .split(/\n[ \t]*\n/)
    .map((part) => part.replace(/^#+[^\n]*\n?/, '').trim())
    .find((part) => part !== '')
  return (paragraph ?? body).replace(/\s+/g, ' ').slice(0, 200)
}

/** Folders looked in when none is named. */
const vendors = ['.opencode', '.claude', '.codex']

export interface SkillFolderOptions {
  /** @default the home of the user */
  home?: string
  /**
   * Also the folders of the workspace. Off by default: a checkout may hold instructions of somebody else.
   * @default false
   */
  trustProject?: boolean
}

/**
 * The default skill folders in order of precedence: `.opencode`, `.claude`, `.codex` `/skills` of the workspace when it
 * is trusted, then those of the home folder. A user's skill is hidden by a project's only in a trusted project.
 */
export function skillFolders(workspacePath: string, options: SkillFolderOptions = {}): string[] {
  const roots = [...(options.trustProject ? [workspacePath] : []), options.home ?? homedir()]
  return roots.flatMap((root) => vendors.map((vendor) => join(root, vendor, 'skills')))
}
