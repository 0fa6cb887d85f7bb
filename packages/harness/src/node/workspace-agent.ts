import { createAgent } from '../agent'
import type { Agent, AgentOptions, AgentTool } from '../agent-types'
import { HarnessError } from '../errors'
import type { AgentHooks } from '../hook-types'
import type { Decision } from '../permission-types'
import type { Run, RunOptions, RunResult } from '../run-types'
import type { ResumeOptions } from '../snapshot-types'
import type { SubContext } from './agent/context-manage'
import type { ToolGroup } from './groups.table'
import type { GrepOptions } from './search/grep'
import { fileSessions, type Session, type SessionStore } from './sessions/sessions'
import { spillToFile } from './sessions/spill-to-file'
import {
  type LoadedSkills,
  loadSkillsFromDirs,
  type SkillProblem,
  skillFolders,
} from './skills/load-skills'
import { createTerminal, type TerminalGroup } from './terminal/create-terminal'
import type { TerminalOptions } from './terminal/run-command'
import { agentTools, filesystemTools, gitTools, searchTools } from './tool-groups'
import { createWorkspace, type Workspace, type WorkspaceOptions } from './workspace/workspace'

export interface WorkspaceAgentOptions
  extends AgentOptions,
    WorkspaceOptions,
    GrepOptions,
    TerminalOptions {
  /** The folder the agent works in. */
  workspacePath: string
  /**
   * Names of groups, or of single tools, select; definitions add. Without any name: `core` and the definitions.
   */
  tools?: readonly (ToolGroup | AgentTool | (string & {}))[]
  /** Guidance the model takes up with `context_manage`; without any there is no such tool. */
  contexts?: readonly SubContext[]
  /**
   * Folders of skills, when `skills` is not given.
   * @default `.opencode`, `.claude` and `.codex` `/skills` of the home folder
   */
  skillsDir?: string | readonly string[]
  /**
   * Also those three folders of the workspace, before the ones of the home folder.
   * @default false
   */
  trustProjectSkills?: boolean
  /** Folder for sessions, or a store; see `runSession`. */
  sessions?: string | SessionStore
}

/** An agent with the tools of a workspace. */
export interface WorkspaceAgent extends Agent {
  readonly workspace: Workspace
  /** Skills that were left out or read with a reservation. */
  readonly skillProblems: readonly SkillProblem[]
  /** Runs on from the transcript of a session on disk, and writes the new part there. Throws without `sessions`. */
  runSession(id: string, input: string, options?: Omit<RunOptions, 'history'>): SessionRun
  /** Goes on with the run a session waits on, in any process. Throws when it waits on none. */
  resumeSession(
    id: string,
    decisions?: Record<string, Decision>,
    options?: ResumeOptions,
  ): SessionRun
  /** Ends what commands have left running in the background, of one run or of all. */
  stopJobs(runId?: string): Promise<void>
}

export interface SessionRun {
  run: Run
  session: Session
  /** The result of the run, once all of it is on disk. */
  recorded: Promise<RunResult>
}

/**
 * An agent that works in a folder: file, search, git and terminal tools, skills from disk, sessions that resume,
 * long results kept in files. Read-only tools run, all others ask unless rules or `autoApprove` say otherwise.
 * @throws HarnessError and ToolError for a wrong set-up.
 */
export function createWorkspaceAgent(options: WorkspaceAgentOptions): WorkspaceAgent {
  const { workspacePath, skillsDir, trustProjectSkills, sessions, contexts, ...rest } = options
  if (typeof workspacePath !== 'string' || workspacePath === '')
    throw new HarnessError('WORKSPACE_MISSING', 'createWorkspaceAgent needs a workspacePath.')
  const workspace = createWorkspace(workspacePath, options)
  const terminal = createTerminal(workspace, options)
  const own = {
    filesystem: filesystemTools(workspace),
    terminal: terminal.tools,
    search: searchTools(workspace, options),
    git: gitTools(workspace),
    agent: agentTools(contexts),
  }
  const core = Object.values(own).flat()
  const groups = { core, ...own, mcp: [], skills: [], ...options.groups }
  const skills = options.skills ?? findSkills(options)
  const agent = createAgent({
    ...rest,
    tools: selectTools(options.tools ?? [], groups),
    groups,
    skills,
    hooks: [...listOf(options.hooks), endJobs(terminal)],
    limits: { spill: spillToFile(workspace), ...options.limits },
  })
  const store = typeof sessions === 'string' ? fileSessions(sessions) : sessions
  return {
    ...agent,
    get tools() {
      return agent.tools
    },
    get problems() {
      return agent.problems
    },
    workspace,
    skillProblems: 'problems' in skills ? (skills as LoadedSkills).problems : [],
    ...sessionMethods(agent, store),
    stopJobs: terminal.stopJobs,
  }
}

/** Tools by the names given, each once; a name nobody knows is left for the agent to refuse. */
function selectTools(
  given: readonly (AgentTool | string)[],
  groups: Readonly<Record<string, readonly AgentTool[]>>,
): (AgentTool | string)[] {
  const names = given.filter((item) => typeof item === 'string')
  const definitions = given.filter((item) => typeof item !== 'string')
  const single = new Map(groups['core']?.map((tool) => [tool.name, tool]))
  const chosen = (names.length > 0 ? names : ['core']).flatMap((name) => {
    if (Object.hasOwn(groups, name)) return [...(groups[name] ?? [])]
    return [single.get(name) ?? name]
  })
  return [...new Set([...chosen, ...definitions])]
}

function findSkills(options: WorkspaceAgentOptions): LoadedSkills {
  const { workspacePath, skillsDir, trustProjectSkills = false } = options
  if (skillsDir === undefined)
    return loadSkillsFromDirs(skillFolders(workspacePath, { trustProject: trustProjectSkills }))
  return loadSkillsFromDirs(typeof skillsDir === 'string' ? [skillsDir] : skillsDir)
}

function listOf(hooks: AgentOptions['hooks']): AgentHooks[] {
  if (hooks === undefined) return []
  return Array.isArray(hooks) ? [...hooks] : [hooks as AgentHooks]
}

/** Background jobs end with their run, which does not wait for them. */
function endJobs(terminal: TerminalGroup): AgentHooks {
  return {
    name: 'stop_jobs',
    onRunEnd({ runId }) {
      terminal.stopJobs(runId).catch(() => {})
    },
  }
}

function sessionMethods(agent: Agent, store: SessionStore | undefined) {
  const open = (id: string): Session => {
    if (store) return store.open(id)
    throw new HarnessError(
      'SESSIONS_MISSING',
      "This agent keeps no sessions. Add to createWorkspaceAgent: sessions: './sessions'.",
    )
  }
  const follow = (run: Run, session: Session): SessionRun => {
    const recorded = session.record(run)
    // Whoever does not look at it is not ended by it.
    recorded.catch(() => {})
    return { run, session, recorded }
  }
  return {
    runSession(id: string, input: string, options: Omit<RunOptions, 'history'> = {}): SessionRun {
      const session = open(id)
      if (session.paused)
        throw new HarnessError(
          'SESSION_PAUSED',
          `The session "${id}" waits for a person: ${session.paused.pending.map((item) => item.toolName).join(', ')}. Use resumeSession.`,
        )
      return follow(agent.run(input, { ...options, history: session.messages }), session)
    },
    resumeSession(
      id: string,
      decisions: Record<string, Decision> = {},
      options: ResumeOptions = {},
    ): SessionRun {
      const session = open(id)
      if (!session.paused)
        throw new HarnessError('SESSION_NOT_PAUSED', `The session "${id}" waits for nobody.`)
      return follow(agent.resume(session.paused, decisions, options), session)
    },
  }
}
