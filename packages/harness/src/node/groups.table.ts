/** Names of a group's tools; in `mcp`, `*` stands for whatever the servers offer. */
export type ToolGroup =
  | 'core'
  | 'filesystem'
  | 'terminal'
  | 'search'
  | 'git'
  | 'agent'
  | 'mcp'
  | 'skills'

const filesystem = [
  'read_file',
  'write_file',
  'edit_file',
  'line_edit',
  'replace_lines',
  'apply_patch',
  'delete_file',
  'list_directory',
  'inspect',
] as const
const terminal = ['run_command', 'run_test', 'background_jobs'] as const
const search = ['glob', 'grep'] as const
const git = ['git_status', 'git_diff', 'git_log'] as const
const agent = ['ask_user', 'context_manage', 'todo_write', 'finish_task'] as const

/** The tools of each group, by name. `core` is all five of the workspace. */
export const TOOL_GROUPS: Readonly<Record<ToolGroup, readonly string[]>> = deepFreeze({
  core: [...filesystem, ...terminal, ...search, ...git, ...agent],
  filesystem: [...filesystem],
  terminal: [...terminal],
  search: [...search],
  git: [...git],
  agent: [...agent],
  mcp: ['mcp__*'],
  skills: ['list_skills', 'use_skill', 'read_skill_file'],
})

/** Tools that change nothing outside the run: they run without asking. */
export const READ_ONLY_TOOLS: readonly string[] = Object.freeze([
  'read_file',
  'list_directory',
  'inspect',
  ...search,
  ...git,
  ...agent,
  'background_jobs',
  ...TOOL_GROUPS.skills,
])

/** Tools that write files. */
export const FILE_MUTATING_TOOLS: readonly string[] = Object.freeze([
  'write_file',
  'edit_file',
  'line_edit',
  'replace_lines',
  'apply_patch',
  'delete_file',
])

/** Tools that look for something: many in a row are a sign of a lost model. */
export const SEARCH_FAMILY_TOOLS: readonly string[] = Object.freeze([
  ...search,
  'list_directory',
  'inspect',
])

export type Phase = 'understand' | 'explore' | 'plan' | 'edit' | 'verify' | 'recover' | 'complete'

const looking = [...READ_ONLY_TOOLS]
const working = [...looking, ...FILE_MUTATING_TOOLS, ...terminal, 'mcp__*']

/** What each phase of coding work may use: nothing is changed before there is a plan, nor after the end. */
export const PHASE_TOOLS: Readonly<Record<Phase, readonly string[]>> = deepFreeze({
  understand: [...looking],
  explore: [...looking],
  plan: [...working],
  edit: [...working],
  verify: [...working],
  recover: [...working],
  complete: [...looking],
})

function deepFreeze<T extends Record<string, readonly string[]>>(value: T): T {
  for (const list of Object.values(value)) Object.freeze(list)
  return Object.freeze(value)
}
