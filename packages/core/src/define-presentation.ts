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

/** Words of tool names by the lucide icon that fits them. */
const icons = new Map(
  Object.entries({
    search: 'find grep search',
    'file-text': 'file read',
    pencil: 'edit patch rename update write',
    'trash-2': 'delete remove',
    plus: 'add create',
    globe: 'browse fetch',
    terminal: 'execute run shell',
    database: 'query sql',
    list: 'list',
    eye: 'get',
    info: 'describe',
    send: 'send',
    clock: 'time',
    'cloud-sun': 'weather',
    image: 'image render',
    'git-branch': 'git',
    'circle-check': 'check test validate',
    hammer: 'build deploy',
    copy: 'copy',
    download: 'download',
    upload: 'upload',
  }).flatMap(([icon, words]) => words.split(' ').map((word) => [word, icon] as const)),
)

/** A presentation made from what a tool says of itself: its title or name, annotations, and the verb in its name. */
export function inferPresentation(
  tool: Pick<ToolDefinition, 'name' | 'title' | 'annotations' | 'presentation'>,
): ToolPresentation {
  const { name, title, annotations, presentation } = tool
  const words = nameInWords(name)
  const word = words
    .toLowerCase()
    .split(' ')
    .find((item) => icons.has(item))
  const inferred: ToolPresentation = {
    label: title ?? annotations?.title ?? words,
    icon: icons.get(word ?? '') ?? 'wrench',
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
