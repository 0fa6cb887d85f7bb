import type { ToolAnnotations, ToolPresentation } from '@toolprism/core'

/** [words of a name, icon, group]; the first row with a word of the name wins, verbs by their place below. */
const rows: readonly (readonly [words: string, icon: string, group: string])[] = [
  ['delete remove drop destroy purge uninstall unlink rm', 'trash', 'edit'],
  ['git commit branch merge rebase checkout diff blame', 'git-branch', 'git'],
  ['pr pull pulls issue issues repo repository', 'git-pull-request', 'git'],
  ['test tests lint verify validate typecheck', 'flask-conical', 'verify'],
  ['shell bash terminal exec execute command run spawn', 'terminal', 'run'],
  ['db sql database table tables row rows schema', 'database', 'database'],
  ['search find grep glob query lookup', 'search', 'search'],
  ['write create add insert save append new', 'file-plus', 'edit'],
  ['edit update patch replace rename modify set move', 'pencil', 'edit'],
  ['mail email inbox', 'mail', 'message'],
  ['send post message messages chat slack notify comment reply', 'message-square', 'message'],
  ['ask question elicit confirm', 'message-circle-question-mark', 'ask'],
  ['todo todos plan task tasks', 'list-checks', 'plan'],
  ['time date calendar schedule event events', 'calendar', 'time'],
  ['clock now timer', 'clock', 'time'],
  ['image images picture photo screenshot render draw', 'image', 'media'],
  ['chart plot metrics stats report analytics', 'chart-bar', 'data'],
  ['weather map location place geocode', 'map-pin', 'web'],
  ['url http web browser browse page site navigate crawl fetch', 'globe', 'web'],
  ['pay payment charge invoice balance refund price', 'credit-card', 'payment'],
  ['user users account member members profile', 'users', 'people'],
  ['deploy release publish', 'rocket', 'run'],
  ['dir directory folder tree', 'folder', 'inspect'],
  ['file files read cat open document docs doc', 'file-text', 'inspect'],
  ['skill skills memory remember recall think', 'brain', 'plan'],
  ['list', 'list', 'inspect'],
  ['get view show inspect describe', 'eye', 'inspect'],
  ['upload', 'upload', 'web'],
  ['download', 'download', 'web'],
  ['code symbol symbols', 'code', 'inspect'],
] // biome-ignore format: one rule a line

const upperCase = new Set(
  'AI API CPU CSS CSV DB DNS HTML HTTP ID IDS IP JSON MCP PDF PNG PR SQL SVG UI UI URI URL XML YAML'.split(
    ' ',
  ),
)

export interface ToolNameParts {
  /** The MCP server of an imported tool's name. */
  server?: string
  tool: string
}

/** `mcp__github__create_issue` and `github__create_issue` -> server `github`, tool `create_issue`. */
export function splitToolName(name: string): ToolNameParts {
  const match = /^(?:mcp__)?([A-Za-z0-9.-]+(?:_[A-Za-z0-9.-]+)*)__(.+)$/.exec(name)
  return match ? { server: match[1] ?? '', tool: match[2] ?? name } : { tool: name }
}

/** What a name and annotations say about how to show a tool. Never evidence of safety. */
export function inferPresentation(
  name: string,
  annotations?: ToolAnnotations,
): Required<Pick<ToolPresentation, 'label' | 'icon' | 'tone'>> & { group?: string } {
  const words = toWords(splitToolName(name).tool)
  const row = rows.find(([list]) => words.some((word) => list.split(' ').includes(word)))
  const destructive = annotations?.destructiveHint === true || row?.[1] === 'trash'
  return {
    label: toLabel(words) || name,
    icon: row?.[1] ?? 'wrench',
    tone: destructive && annotations?.readOnlyHint !== true ? 'warning' : 'neutral',
    ...(row ? { group: row[2] } : {}),
  }
}

function toWords(name: string): string[] {
  return name
    .slice(0, 200)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => word.toLowerCase())
}

function toLabel(words: string[]): string {
  return words
    .map((word, index) => {
      if (upperCase.has(word.toUpperCase())) return word.toUpperCase()
      return index === 0 ? word.charAt(0).toUpperCase() + word.slice(1) : word
    })
    .join(' ')
}
