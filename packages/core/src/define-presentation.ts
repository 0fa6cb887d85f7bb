import { nameInWords } from './define-tool'
import type { ToolPresentation } from './presentation'
import type { ToolDefinition } from './tool'
import { ToolError } from './tool-error'

const fields = ['label', 'icon', 'tone', 'group', 'family', 'pending', 'done'] as const

/**
 * Checks a presentation and freezes it. Unknown tones and icons are legal; `family` is kept and read as `group`.
 * @throws ToolError INVALID_DEFINITION for a field that is no string, an unknown field, or a status over 64 characters.
 */
export function definePresentation(presentation: ToolPresentation): ToolPresentation {
  for (const [key, value] of Object.entries(presentation)) {
    if (!fields.includes(key as (typeof fields)[number]))
      throw invalid(`unknown field ${JSON.stringify(key)} (known: ${fields.join(', ')})`)
    if (value !== undefined && typeof value !== 'string') throw invalid(`${key} must be a string`)
  }
  for (const key of ['pending', 'done'] as const)
    if ((presentation[key]?.length ?? 0) > 64) throw invalid(`${key} is longer than 64 characters`)
  return Object.freeze({ ...presentation })
}

function invalid(reason: string): ToolError {
  return new ToolError('INVALID_DEFINITION', `Invalid presentation: ${reason}.`)
}

/** Verbs of tool names and the lucide icon that fits; the first word that is known wins. */
const icons: Record<string, string> = {
  add: 'plus',
  analyze: 'chart-line',
  ask: 'circle-help',
  browse: 'globe',
  build: 'hammer',
  call: 'phone',
  check: 'circle-check',
  convert: 'refresh-cw',
  copy: 'copy',
  create: 'plus',
  delete: 'trash-2',
  deploy: 'rocket',
  describe: 'info',
  download: 'download',
  edit: 'pencil',
  execute: 'terminal',
  fetch: 'globe',
  file: 'file-text',
  find: 'search',
  generate: 'sparkles',
  get: 'eye',
  git: 'git-branch',
  grep: 'search',
  image: 'image',
  list: 'list',
  move: 'folder-input',
  open: 'folder-open',
  patch: 'pencil',
  query: 'database',
  read: 'file-text',
  remove: 'trash-2',
  rename: 'pencil',
  render: 'image',
  run: 'terminal',
  save: 'save',
  search: 'search',
  send: 'send',
  shell: 'terminal',
  sql: 'database',
  summarize: 'text',
  test: 'flask-conical',
  time: 'clock',
  translate: 'languages',
  update: 'pencil',
  upload: 'upload',
  validate: 'circle-check',
  weather: 'cloud-sun',
  write: 'pencil',
}

/** A presentation made from what a tool says of itself: its title or name, annotations, and the verb in its name. */
export function inferPresentation(
  tool: Pick<ToolDefinition, 'name' | 'title' | 'annotations' | 'presentation'>,
): ToolPresentation {
  const { name, title, annotations, presentation } = tool
  const words = nameInWords(name)
  const known = words
    .toLowerCase()
    .split(' ')
    .find((word) => Object.hasOwn(icons, word))
  const inferred: ToolPresentation = {
    label: title ?? annotations?.title ?? words,
    icon: known === undefined ? 'wrench' : icons[known]!,
    tone: annotations?.readOnlyHint ? 'neutral' : annotations?.destructiveHint ? 'warning' : 'info',
  }
  const group = /^(?:mcp__)?([A-Za-z0-9-]+)__/.exec(name)?.[1]
  if (group !== undefined) inferred.group = group
  // Whatever the author said wins, field by field.
  for (const [key, value] of Object.entries(presentation ?? {}))
    if (value !== undefined) inferred[key as keyof ToolPresentation] = value
  if (inferred.group === undefined && inferred.family !== undefined)
    inferred.group = inferred.family
  return inferred
}
