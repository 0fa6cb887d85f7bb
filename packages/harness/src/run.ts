import { HarnessError } from './errors'
import type { Journal, JournalFactory } from './journal'
import { memoryJournal } from './memory-journal'
import type { Message } from './message'
import type { Decision } from './permission-types'
import { makeResult, playRun } from './play-run'
import { closeAll, resolveQuestion } from './questions'
import type { RunConfig } from './run-config'
import { messageOf } from './run-hook'
import { createRunState, type RunState } from './run-state'
import type { Run, RunResult } from './run-types'
import { makeSnapshot, restoreTurn } from './snapshot'
import type { Snapshot } from './snapshot-types'

export interface RunSetup {
  config: RunConfig
  runId: string
  input: string
  history: readonly Message[]
  journal: Journal | JournalFactory | undefined
  parkAfterMs: number | undefined
  signals: readonly (AbortSignal | undefined)[]
  snapshot?: Snapshot
  decisions?: Record<string, Decision>
  onEnd(run: RunState): void
}

/** Starts a run and hands out its handle at once; the first event comes a moment later. */
export function createRun(setup: RunSetup): { run: Run; state: RunState } {
  const state = createRunState(setup)
  const { cancellation } = state
  const binding = { runId: state.runId, signal: cancellation.signal, clock: state.config.clock }
  const given = setup.journal ?? memoryJournal()
  const journal = typeof given === 'function' ? given(binding) : given
  state.canAsk = journal.deliver !== undefined
  if (setup.snapshot) restoreTurn(state, setup.snapshot)
  const untie = [...setup.signals, journal.signal].map((signal) => tie(signal, cancellation))
  const finished = deferred<RunResult>()
  let leg = deferred<RunResult>()
  let ended = false

  const considerPause = () => {
    if (ended || leg.settled || !everybodyWaits(state)) return
    state.timers.rest()
    state.emit({ type: 'run.paused', pending: [...state.pending.keys()] })
    leg.resolve(makeResult(state, { status: 'paused' }))
  }
  state.onWait = considerPause

  const end = (result: RunResult) => {
    ended = true
    state.timers.close()
    for (const release of untie) release()
    state.emit({
      type: 'run.ended',
      status: result.status,
      text: result.text,
      steps: result.steps,
      usage: result.usage,
      ...(result.error ? { error: result.error } : {}),
    })
    state.log.close()
    setup.onEnd(state)
    if (leg.settled) leg = deferred()
    leg.resolve(result)
    finished.resolve(result)
  }
  const fail = (error: unknown) => {
    // The journal's own fault or cancellation: on an engine it must reach the engine.
    if (!state.canAsk && !(error instanceof HarnessError)) {
      ended = true
      state.timers.close()
      state.log.close()
      setup.onEnd(state)
      if (leg.settled) leg = deferred()
      leg.reject(error)
      finished.reject(error)
      return
    }
    const code = error instanceof HarnessError ? error.code : 'INTERNAL'
    closeAll(state, 'the run has failed')
    end(
      makeResult(state, {
        status: 'failed',
        error: { code, message: messageOf(error), retryable: false },
      }),
    )
  }
  void Promise.resolve()
    .then(() => playRun(state, journal, setup))
    .then(end, fail)

  const run: Run = {
    runId: state.runId,
    get result() {
      return leg.promise
    },
    finished: finished.promise,
    get transcript() {
      return state.transcript
    },
    get pending() {
      return [...state.pending.values()]
    },
    events: (options = {}) =>
      state.log.read(options, () => {
        if (options.onDisconnect === 'abort')
          cancellation.abort(new DOMException('the reader left', 'AbortError'))
      }),
    subscribe: state.subscribe,
    resolve(id, decision) {
      if (!state.canAsk) return 'unknown'
      const outcome = resolveQuestion(state, journal, id, decision)
      if (outcome !== 'accepted' || !leg.settled || ended) return outcome
      leg = deferred()
      if (state.loopWaitsFor !== undefined && state.pending.size > 0)
        leg.resolve(makeResult(state, { status: 'paused' }))
      else state.emit({ type: 'run.resumed' })
      return outcome
    },
    pause() {
      state.pausing = true
      for (const asker of [...state.askers.values()]) asker.suspend()
      if (state.loopWaitsFor !== undefined) journal.deliver?.(state.loopWaitsFor, 'pause')
      return finished.promise
    },
    abort(reason) {
      cancellation.abort(new DOMException(reason ?? 'the run was aborted', 'AbortError'))
    },
    snapshot: () => makeSnapshot(state),
  }
  return { run, state }
}

function everybodyWaits(state: RunState): boolean {
  if (state.pending.size === 0) return false
  if (state.loopWaitsFor !== undefined) return true
  return state.askers.size > 0 && state.askers.size >= state.slots.used
}

/** Ends the run with an outside signal. Returns what unties the two. */
function tie(signal: AbortSignal | undefined, cancellation: RunState['cancellation']): () => void {
  if (!signal || signal === cancellation.signal) return () => {}
  const onAbort = () => cancellation.abort(signal.reason)
  if (signal.aborted) onAbort()
  else signal.addEventListener('abort', onAbort, { once: true })
  return () => signal.removeEventListener('abort', onAbort)
}

interface Deferred<T> {
  promise: Promise<T>
  settled: boolean
  resolve(value: T): void
  reject(error: unknown): void
}

function deferred<T>(): Deferred<T> {
  let settle!: (value: T) => void
  let refuse!: (error: unknown) => void
  const promise = new Promise<T>((resolve, reject) => {
    settle = resolve
    refuse = reject
  })
  // Whoever looks at the promise sees a rejection; nobody looking is no crash.
  promise.catch(() => {})
  const made: Deferred<T> = {
    promise,
    settled: false,
    resolve(value) {
      made.settled = true
      settle(value)
    },
    reject(error) {
      made.settled = true
      refuse(error)
    },
  }
  return made
}
