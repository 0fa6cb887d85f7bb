import type { Phases } from '../agent-types'
import { FILE_MUTATING_TOOLS, PHASE_TOOLS, type Phase, READ_ONLY_TOOLS } from './groups.table'

export interface CodingPhasesOptions {
  /**
   * Refuses calls that do not belong to the phase: no change before `todo_write` has made a plan.
   * @default false
   */
  enforce?: boolean
}

/** The phases of coding work, read off the tools a model uses: understand, explore, plan, edit, verify, recover, complete. */
export function codingPhases(options: CodingPhasesOptions = {}): Phases {
  return {
    initial: 'understand' satisfies Phase,
    next: (phase, call) => nextPhase(phase as Phase, call.toolName, call.state),
    tools: PHASE_TOOLS,
    enforce: options.enforce ?? false,
  }
}

function nextPhase(phase: Phase, toolName: string, state: string): Phase {
  const worked = state === 'ok'
  if (toolName === 'finish_task' && worked) return 'complete'
  if (toolName === 'todo_write' && worked)
    return phase === 'understand' || phase === 'explore' ? 'plan' : phase
  if (FILE_MUTATING_TOOLS.includes(toolName)) return worked ? 'edit' : phase
  if (toolName === 'run_test' || toolName === 'run_command') {
    if (phase !== 'edit' && phase !== 'verify' && phase !== 'recover') return phase
    return worked ? 'verify' : 'recover'
  }
  if (READ_ONLY_TOOLS.includes(toolName) && phase === 'understand') return 'explore'
  return phase
}
