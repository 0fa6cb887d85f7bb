import type { AgentTool } from '../../agent-types'
import type { Workspace } from '../workspace/workspace'
import { backgroundJobsTool } from './background-jobs'
import { createJobs } from './jobs'
import { runCommandTool, runTestTool, type TerminalOptions } from './run-command'

/** The terminal tools of a workspace, and the processes they started. */
export interface TerminalGroup {
  tools: AgentTool[]
  /** Ends the background jobs of a run, or all. `createWorkspaceAgent` does it when a run ends. */
  stopJobs(runId?: string): Promise<void>
}

/** Tools that run commands. They are not a sandbox: a command can do what the host's user can. */
export function createTerminal(workspace: Workspace, options: TerminalOptions = {}): TerminalGroup {
  const jobs = createJobs()
  const terminal = { ...options, workspace, jobs }
  return {
    tools: [runCommandTool(terminal), runTestTool(terminal), backgroundJobsTool(terminal)],
    stopJobs: (runId) => jobs.stop(runId),
  }
}
