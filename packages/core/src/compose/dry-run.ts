import type { ToolContext, ToolDefinition } from '../tool'
import { callPath } from './call-path'
import type { PlannedStep } from './plan'
import type { DryRunReport, DryRunStep } from './types'

/** Thrown by `state` and `prior` while nobody knows them. */
const unknownState = Symbol('the state is unknown')

interface Known {
  args: unknown
  state: unknown
  prior: unknown[]
  /** The step whose value is missing; undefined while all is known. */
  waitsFor: string | undefined
}

/**
 * What a macro would do. Mappers run where all they look at is known; nothing is executed, and only a tool with a
 * `dryRun` of its own is asked for a value.
 */
export async function dryRunMacro(
  macro: Pick<ToolDefinition, 'name' | 'inputSchema'>,
  steps: readonly PlannedStep[],
  input: unknown,
  context: Partial<ToolContext>,
): Promise<DryRunReport> {
  const checked = await callPath.checkToolInput(macro, input)
  if (!checked.ok) return { name: macro.name, refused: checked.message, steps: [] }
  const known: Known = { args: checked.value, state: undefined, prior: [], waitsFor: undefined }
  const planned: DryRunStep[] = []
  for (const step of steps) planned.push(await dryRunStep(step, known, context))
  return { name: macro.name, steps: planned }
}

async function dryRunStep(
  planned: PlannedStep,
  known: Known,
  context: Partial<ToolContext>,
): Promise<DryRunStep> {
  const { id, toolName: tool, step, tools, isGroup } = planned
  const unknown = (): DryRunStep => {
    const told: DryRunStep = { id, tool, status: 'unknown' }
    if (known.waitsFor !== undefined) told.waitsFor = known.waitsFor
    known.waitsFor = id
    return told
  }
  let args: unknown
  try {
    if (step.when && !(await step.when(callback(known)))) {
      known.prior.push(undefined)
      return { id, tool, status: 'skipped' }
    }
    args = await step.mapArgs(callback(known))
  } catch (error) {
    if (error === unknownState) return unknown()
    known.waitsFor = id
    return { id, tool, status: 'refused', error: callPath.thrownMessage(error) }
  }
  const refusal = isGroup ? undefined : await callPath.checkToolInput(tools[0]!.tool, args)
  if (refusal && !refusal.ok) {
    known.waitsFor = id
    return { id, tool, status: 'refused', args, error: refusal.message }
  }
  const { dryRun } = tools[0]!.tool
  if (isGroup || !dryRun || step.mapResult) {
    known.waitsFor = id
    return { id, tool, status: 'planned', args }
  }
  try {
    const result = await dryRun.call(tools[0]!.tool, refusal?.ok ? refusal.value : args, context)
    // A macro inside tells its plan; its value stays unknown.
    if (isReport(result)) {
      known.waitsFor = id
      return { id, tool, status: 'planned', args, result }
    }
    known.prior.push(result)
    known.state = result
    return { id, tool, status: 'answered', args, result }
  } catch (error) {
    known.waitsFor = id
    return { id, tool, status: 'refused', args, error: callPath.thrownMessage(error) }
  }
}

function isReport(value: unknown): value is DryRunReport {
  return (
    typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    Array.isArray((value as DryRunReport).steps)
  )
}

function callback(known: Known) {
  const { args, waitsFor } = known
  const value = <T>(read: () => T): T => {
    if (waitsFor !== undefined) throw unknownState
    return read()
  }
  return {
    args,
    get state() {
      return value(() => known.state)
    },
    get prior() {
      return value(() => Object.freeze([...known.prior]))
    },
  }
}
