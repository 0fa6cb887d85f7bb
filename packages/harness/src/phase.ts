import type { ToolSpec } from './model'
import { nameMatches } from './permissions'
import type { ReadyTool } from './registry'
import type { RunState } from './run-state'

/** Tools the model is shown: all of the run's, unless phases narrow them. */
export function phaseSpecs(state: RunState): readonly ToolSpec[] {
  const { registry } = state.config
  if (state.config.options.phases?.enforce !== true) return registry.specs
  return registry.tools.filter((tool) => isInPhase(state, tool)).map((tool) => tool.spec)
}

/** Whether the present phase has a tool. */
export function isInPhase(state: RunState, tool: ReadyTool): boolean {
  const { phases } = state.config.options
  if (phases?.enforce !== true || state.phase === undefined) return true
  const patterns = phases.tools?.[state.phase]
  return !patterns || patterns.some((pattern) => nameMatches(pattern, tool.definition.name))
}

/** Lets the host's reducer see a settled call. */
export function advancePhase(state: RunState, tool: ReadyTool, callState: string): void {
  const { phases } = state.config.options
  if (!phases || state.phase === undefined) return
  const { name: toolName, annotations = {} } = tool.definition
  let next: string
  try {
    next = phases.next(state.phase, { toolName, state: callState, annotations })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    state.warn('PHASE_FAILED', `phases.next threw: ${reason}`)
    return
  }
  if (next === state.phase) return
  state.emit({ type: 'phase.changed', from: state.phase, to: next })
  state.phase = next
}
