import { callTool, errorResult, resultFailure, type ToolResult } from '@toolprism/core'
import { createCallSurface } from './call-surface'
import { notStarted } from './check-call'
import { type EndedCall, finishCall } from './finish-call'
import type { StepContext } from './journal'
import type { Json } from './json'
import { withKept } from './kept'
import type { CallState } from './message'
import { nestedGate } from './nested-call'
import type { CallRecord, Refusal, RunState } from './run-state'
import { type CallWatch, watchKey } from './watched-tool'

/** What is left of a call once it is over. Plain JSON, redacted: a journal keeps it. */
export interface ToolStepOutput {
  state: CallState
  content: ToolResult['content']
  /** Hash of the whole result, for the repeat breaker. */
  hash: string
  /** What the tool has kept with the run, in order. */
  kept?: [key: string, value: Json][]
  /** The call was taken back while it asked a person something: it has not ended. */
  suspended?: true
}

/** Runs one call to its one end, whatever the tool does. Never rejects. */
export async function executeCall(
  state: RunState,
  call: CallRecord,
  context: StepContext,
): Promise<ToolStepOutput> {
  state.live = true
  const refusal = call.refusal ?? refusalNow(state, call, context)
  if (refusal) {
    const result = errorResult(refusal.message, { code: refusal.code })
    return finishCall(state, call, { state: refusal.state, result, started: undefined })
  }
  const entering = enterSlot(state)
  const release = entering instanceof Promise ? await entering : entering
  try {
    if (state.cancellation.aborted)
      return await finishCall(state, call, {
        state: 'skipped',
        result: errorResult(notStarted, { code: 'NOT_STARTED' }),
        started: undefined,
      })
    const running = startTool(state, call, context)
    const ended = running.end(await running.result)
    if (!ended)
      return withKept(call, { state: 'cancelled', content: [], hash: '', suspended: true })
    return await finishCall(state, call, ended instanceof Promise ? await ended : ended)
  } finally {
    release()
  }
}

function refusalNow(state: RunState, call: CallRecord, context: StepContext): Refusal | undefined {
  const name = call.part.toolName
  if (state.cancellation.aborted)
    return { state: 'skipped', code: 'NOT_STARTED', message: notStarted }
  if (context.interrupted)
    return {
      state: 'abandoned',
      code: 'OUTCOME_UNKNOWN',
      message: `${name} had begun when its process ended. Whether it took effect is unknown: look before you call it again.`,
    }
  if (call.withheld)
    return {
      state: 'skipped',
      code: 'INPUT_WITHHELD',
      message: `The arguments of ${name} held a secret, which is not kept over a restart. Nothing was run. Call it again.`,
    }
  return undefined
}

/** Waits for one of the run's places for running calls. */
function enterSlot(state: RunState): Promise<() => void> | (() => void) {
  const { slots } = state
  const release = () => {
    const next = slots.waiting.shift()
    if (next) next()
    else slots.used--
    // Now perhaps everybody left waits for a person.
    if (state.askers.size > 0) state.onWait()
  }
  if (slots.used < state.config.limits.maxToolConcurrency) {
    slots.used++
    return release
  }
  return new Promise((resolve) => slots.waiting.push(() => resolve(release)))
}

/** A tool at work; `end` says what its result came to: nothing when the call was taken back. */
interface RunningTool {
  result: Promise<ToolResult>
  end(result: ToolResult): EndedCall | Promise<EndedCall> | undefined
}

function startTool(state: RunState, call: CallRecord, context: StepContext): RunningTool {
  const { clock, limits } = state.config
  const tool = call.tool!
  const child = state.cancellation.lightChild()
  const surface = createCallSurface(state, call)
  const milliseconds = tool.definition.timeoutMs ?? limits.toolTimeoutMs
  let timedOut = false
  const timer = createTimer(state, milliseconds, () => {
    timedOut = true
    child.abort(new DOMException(`timed out after ${milliseconds} ms`, 'TimeoutError'))
  })
  call.stage = 'started'
  const started = clock.now()
  surface.started()
  const result = callTool(tool.watched, call.checked ? call.checked.value : call.input, {
    callId: call.part.callId,
    signal: child.signal,
    idempotencyKey: `${state.runId}/${context.id}`,
    attempt: context.attempt ?? 1,
    host: surface.host,
    inputChecked: call.checked !== undefined,
    repair: state.config.options.repairArguments === false ? undefined : 'json-strings',
    onProgress: surface.progress,
    onLog: surface.log,
    elicit: state.canAsk ? surface.elicit(timer, child) : undefined,
    beforeExecute: nestedGate(state, call, timer),
  })
  timer.run()
  return {
    result,
    end(result) {
      timer.stop()
      surface.close()
      child.release()
      if (call.suspended) return undefined
      if (!timedOut && !state.cancellation.aborted)
        return { state: resultFailure(result) ?? 'ok', result, started }
      if (timedOut) {
        const message = `${tool.name} did not answer within ${milliseconds} ms and was abandoned. It may still be running.`
        const late = errorResult(message, { code: 'TIMEOUT', retryable: true })
        return { state: 'timeout', result: late, started }
      }
      if (!result.isError) return { state: 'ok', result, started }
      return stopped(state, tool.name, surface.host[watchKey], started)
    },
  }
}

/** How a call ended that failed because the run was stopped. */
async function stopped(
  state: RunState,
  name: string,
  watch: CallWatch,
  started: number,
): Promise<EndedCall> {
  if (!watch.begun)
    return {
      state: 'skipped',
      result: errorResult(notStarted, { code: 'NOT_STARTED' }),
      started,
    }
  if (await endsWithin(state, watch))
    return {
      state: 'cancelled',
      result: errorResult(`${name} was cancelled while it ran.`, { code: 'CANCELLED' }),
      started,
    }
  const message = `${name} was left behind when the run was stopped. It may still be running.`
  return { state: 'abandoned', result: errorResult(message, { code: 'ABANDONED' }), started }
}

/** Whether a tool ends within the grace time; one that heeds its signal does so at once. */
async function endsWithin(state: RunState, watch: CallWatch): Promise<boolean> {
  // What a tool does in its abort listener needs some turns of the microtask queue, and no timer.
  for (let turn = 0; turn < 20 && !watch.ended; turn++) await undefined
  const { abortGraceMs } = state.config.limits
  if (watch.ended || abortGraceMs === 0) return watch.ended
  await new Promise<void>((resolve) => {
    const cancelTimer = state.timers.after(abortGraceMs, resolve)
    watch.onEnd = () => {
      cancelTimer()
      resolve()
    }
  })
  return watch.ended
}

export interface CallTimer {
  run(): void
  stop(): void
  /** Stands still while a person is asked. */
  hold(): void
  release(): void
}

function createTimer(state: RunState, milliseconds: number, onTimeout: () => void): CallTimer {
  const { clock } = state.config
  const { timers } = state
  let left = milliseconds
  let since = 0
  let held = 0
  let cancelTimer: (() => void) | undefined
  const run = () => {
    if (milliseconds <= 0 || held > 0 || cancelTimer) return
    since = clock.now()
    cancelTimer = timers.after(left, onTimeout)
  }
  const stop = () => {
    if (!cancelTimer) return
    cancelTimer()
    cancelTimer = undefined
    left = Math.max(1, left - (clock.now() - since))
  }
  return {
    run,
    stop,
    hold() {
      held++
      stop()
    },
    release() {
      held--
      run()
    },
  }
}
