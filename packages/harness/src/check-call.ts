import { type CheckedToolInput, checkToolInput } from '@toolprism/core'
import { findTool } from './find-tool'
import { deepFreeze } from './freeze'
import type { BeforeToolCallReturn } from './hook-types'
import type { PermissionEffect } from './permission-types'
import { permit } from './permit'
import { isInPhase } from './phase'
import type { ReadyTool } from './registry'
import { messageOf, runHook } from './run-hook'
import type { CallRecord, Refusal, RunState } from './run-state'

/** What the check of a call came to. Plain JSON, redacted: a journal keeps it. */
export interface Verdict {
  refusal?: Refusal
  effect: PermissionEffect
  reason?: string
  /** The arguments a hook or a person made of the model's. */
  input?: Record<string, unknown>
  withheld?: true
}

/**
 * Name, exposure, arguments, before-hooks, arguments again, permission on what the model wrote and on what will run:
 * in this order, and the first that refuses ends it. Puts what runs into the record.
 */
export function checkCall(state: RunState, call: CallRecord): Verdict | Promise<Verdict> {
  const { tool } = call
  if (call.refusal || !tool) return refuse(call.refusal ?? unknownTool(state, call))
  if (!isInPhase(state, tool))
    return refuse({
      state: 'blocked',
      code: 'PHASE_BLOCKED',
      message: `${tool.name} is not available in phase "${state.phase}". Nothing was run.`,
    })
  const invalid = checkInput(state, call, tool)
  return invalid instanceof Promise
    ? invalid.then((refusal) => afterInput(state, call, tool, refusal))
    : afterInput(state, call, tool, invalid)
}

function afterInput(
  state: RunState,
  call: CallRecord,
  tool: ReadyTool,
  invalid: Refusal | undefined,
): Verdict | Promise<Verdict> {
  if (invalid) return refuse(invalid)
  const original = call.input
  const originalValue = call.checked?.value
  if (!state.config.hooks.some((hooks) => hooks.beforeToolCall))
    return permit(state, call, tool, noOthers)
  return runBeforeHooks(state, call, tool).then((changed) => {
    if (typeof changed === 'object') return refuse(changed)
    if (!changed) return permit(state, call, tool, noOthers)
    return checkAgain(state, call, tool, [original, originalValue])
  })
}

const noOthers: readonly unknown[] = []

/** Arguments that a hook has changed. */
async function checkAgain(
  state: RunState,
  call: CallRecord,
  tool: ReadyTool,
  originals: readonly unknown[],
): Promise<Verdict> {
  const invalid = await checkInput(state, call, tool)
  if (invalid)
    return refuse({ ...invalid, message: `A hook changed the arguments. ${invalid.message}` })
  return permit(state, call, tool, originals)
}

/** Hooks and permissions for a call whose arguments are parsed already. */
export async function checkNested(state: RunState, call: CallRecord): Promise<Verdict> {
  const original = call.input
  const changed = await runBeforeHooks(state, call, call.tool!)
  if (typeof changed === 'object') return refuse(changed)
  return permit(state, call, call.tool!, changed ? [original] : [])
}

/** Checks arguments a person put in place of the model's. */
export async function checkEdited(state: RunState, call: CallRecord): Promise<Verdict> {
  const tool = call.tool!
  const invalid = await checkInput(state, call, tool)
  if (invalid) return refuse(invalid)
  const verdict = await permit(state, call, tool, [call.checked?.value])
  // The person has just said yes to exactly this; only a deny is stronger.
  return verdict.effect === 'ask' ? { ...verdict, effect: 'allow' } : verdict
}

function refuse(refusal: Refusal): Verdict {
  return { refusal, effect: 'deny' }
}

export function unknownTool(state: RunState, call: CallRecord): Refusal {
  const name = call.part.toolName
  if (state.config.laterTools().has(name))
    return {
      state: 'blocked',
      code: 'TOOL_NOT_EXPOSED',
      message: `${name} was registered after this run began and is not part of it. Go on without it.`,
    }
  const found = findTool(state.config.registry, name)
  const close = found.tool ? [] : found.close
  const hint =
    close.length > 0 ? `Did you mean ${close.join(', ')}?` : `The tools are: ${listNames(state)}.`
  return { state: 'unknown', code: 'UNKNOWN_TOOL', message: `There is no tool "${name}". ${hint}` }
}

function listNames(state: RunState): string {
  const { names } = state.config.registry
  if (names.length === 0) return 'none'
  return (
    names.slice(0, 30).join(', ') + (names.length > 30 ? `, and ${names.length - 30} more` : '')
  )
}

function checkInput(
  state: RunState,
  call: CallRecord,
  tool: ReadyTool,
): Refusal | undefined | Promise<Refusal | undefined> {
  const take = (checked: CheckedToolInput): Refusal | undefined => {
    if (!checked.ok) return { state: 'invalid', code: checked.code, message: checked.message }
    call.checked = { value: checked.value }
    return undefined
  }
  const unusable = (error: unknown): Refusal => ({
    state: 'invalid',
    code: 'SCHEMA_UNSUPPORTED',
    message: messageOf(error),
  })
  try {
    const repair = state.config.options.repairArguments !== false
    const checked = checkToolInput(tool.definition, call.input, repair ? repairing : undefined)
    return checked instanceof Promise ? checked.then(take, unusable) : take(checked)
  } catch (error) {
    return unusable(error)
  }
}

const repairing = { repair: 'json-strings' } as const

/** True when the arguments were changed, false when not, or why the call is refused. */
async function runBeforeHooks(
  state: RunState,
  call: CallRecord,
  tool: ReadyTool,
): Promise<boolean | Refusal> {
  let changed = false
  for (const hooks of state.config.hooks) {
    if (!hooks.beforeToolCall) continue
    const pending = runHook(
      hooks,
      hooks.beforeToolCall,
      {
        runId: state.runId,
        step: state.step,
        callId: call.part.callId,
        toolCallId: call.part.callId,
        toolName: tool.definition.name,
        annotations: tool.definition.annotations ?? {},
        input: call.input,
        host: state.config.host,
        signal: state.cancellation.signal,
      },
      state,
    )
    const outcome = pending instanceof Promise ? await pending : pending
    if ('aborted' in outcome) return { state: 'skipped', code: 'NOT_STARTED', message: notStarted }
    const taken: BeforeToolCallReturn | string | undefined =
      'failed' in outcome ? outcome.failed : readReturn(outcome.value)
    if (taken === undefined) continue
    if (typeof taken === 'string') {
      const name = hooks.name ?? 'beforeToolCall'
      if (hooks.onError === 'ignore') {
        state.warn('HOOK_FAILED', `hook ${name} failed and was ignored: ${taken}`, {
          callId: call.part.callId,
          toolName: tool.definition.name,
        })
        continue
      }
      const message = `The call was refused because the hook "${name}" failed: ${taken}. Nothing was run.`
      return { state: 'blocked', code: 'HOOK_FAILED', message }
    }
    if (taken.block === true)
      return {
        state: 'blocked',
        code: 'HOOK_BLOCKED',
        message: taken.reason ?? 'The call was blocked by a policy. Nothing was run.',
      }
    if (taken.input !== undefined) {
      call.input = deepFreeze(taken.input)
      changed = true
    }
  }
  return changed
}

export const notStarted = 'The run was stopped before this call began. Nothing was run.'

function readReturn(value: unknown): BeforeToolCallReturn | string | undefined {
  if (value === undefined) return undefined
  if (typeof value !== 'object' || value === null) return `answered a ${typeof value}`
  const { block, reason, input } = value as BeforeToolCallReturn
  if (block !== undefined && typeof block !== 'boolean')
    return 'answered a block that is no boolean'
  if (reason !== undefined && typeof reason !== 'string') return 'answered a reason that is no text'
  if (input !== undefined && (typeof input !== 'object' || input === null || Array.isArray(input)))
    return 'answered an input that is no object'
  return value
}
