import type { ToolEvent, ToolPresentation } from '@toolprism/core'
import type { ToolResource } from './agent-types'
import { type Cancellation, createCancellation } from './cancellation'
import { createEventLog, type EventLog } from './event-log'
import type { RunEvent, RunEventBody } from './events'
import type { Kept } from './kept'
import type { AssistantMessage, Message, ToolCallPart, ToolResultPart } from './message'
import type { Decision, PendingQuestion } from './permission-types'
import { redactEvent, redactMessage } from './redact-shapes'
import { type ReadyTool, runTag } from './registry'
import { createRepeatBreaker, type RepeatBreaker } from './repeat-breaker'
import type { RunConfig } from './run-config'
import { messageOf } from './run-hook'
import type { Snapshot, SnapshotCall } from './snapshot-types'
import { createTimers, type Timers } from './timers'
import type { Usage } from './usage'
import { createViewSize, type ViewSize } from './view-size'

/** A call of the turn in progress. */
export interface CallRecord {
  index: number
  /** What the transcript gets: redacted. */
  part: ToolCallPart
  tool: ReadyTool | undefined
  /** What runs: the real arguments, after hooks and a person's edits. */
  input: Record<string, unknown>
  /** What the schema made of `input`, in this process. */
  checked?: { value: unknown }
  /** `edited`: a person changed the arguments, and they are not checked yet. */
  stage: SnapshotCall['stage'] | 'edited'
  /** Set when the call is not to run: why. */
  refusal?: Refusal
  /** A person, not a rule, said yes. */
  approved?: true
  /** Redaction changed the arguments: `input` is the real thing, `part.input` is not. */
  secret?: true
  /** Redaction changed the arguments and they are gone: they were in another process. */
  withheld?: true
  /** Answers to the questions this call asks while it runs, in order. */
  answers?: unknown[]
  /** Hash of name and arguments. */
  hash: string
  /** Taken back while it asked a person something: it runs again when the run is resumed. */
  suspended?: true
  /** What the tool has kept with the run during this call, in order. */
  kept?: Kept
  /** Set by the tool itself for this call. */
  presentation?: ToolPresentation
  /** The question whether it may run. */
  questionId?: string
  result?: ToolResultPart
  resultHash?: string
  /** What it touches, once asked. */
  touched?: readonly ToolResource[]
}

/** Why a call does not run. */
export interface Refusal {
  state: 'invalid' | 'unknown' | 'blocked' | 'denied' | 'skipped' | 'abandoned'
  code: string
  message: string
}

/** An assistant message with calls: it enters the transcript together with all its results, never before. */
export interface Turn {
  step: number
  message: AssistantMessage
  calls: CallRecord[]
  /** The model goes in circles: the run ends with this turn. */
  last?: true
}

export interface Asker {
  answer(decision: Decision): void
  /** Takes the call back for a pause; one that can't be is told nobody answered. */
  suspend(): void
}

export type StickyDecision = Snapshot['sticky'][number]

/** Everything a run knows at a moment. */
export interface RunState {
  readonly config: RunConfig
  readonly runId: string
  /** Short and legal in ids. */
  readonly tag: string
  readonly generation: number
  readonly input: string
  readonly cancellation: Cancellation
  readonly timers: Timers
  readonly log: EventLog
  readonly breaker: RepeatBreaker
  step: number
  /** The model has been asked for this step and has not answered. */
  stepOpen: boolean
  /** Everything said. */
  transcript: Message[]
  /** Of the model, when it says so. */
  contextWindow: number | undefined
  /** The model reads text only: a note stands for each image it is shown. */
  textOnly: boolean
  /** What the model is shown, instructions first. Differs from the transcript once something was compacted. */
  view: Message[]
  turn: Turn | undefined
  usage: Usage
  text: string
  phase: string | undefined
  skills: string[]
  sticky: StickyDecision[]
  kept: Kept
  pending: Map<string, PendingQuestion>
  /** Accepted answers nobody has picked up yet. */
  answers: Map<string, Decision>
  /** Ids of questions that are over. */
  answered: Set<string>
  /** Running calls that wait for a person, by question. */
  askers: Map<string, Asker>
  /** Whether answers given to the run reach it: false on an engine, whose answers come through its host. */
  canAsk: boolean
  /** The question the loop itself waits for. */
  loopWaitsFor: string | undefined
  /** Told whenever somebody begins to wait for a person. */
  onWait(): void
  readonly size: ViewSize
  /** Places for running calls. */
  slots: { used: number; waiting: (() => void)[] }
  pausing: boolean
  /** Whether the last journal step ran here and now: what follows a replayed step is silent. */
  live: boolean
  /** Milliseconds the run was active before this process. */
  elapsedBefore: number
  startedAt: number
  emit(body: EventBody): void
  warn(code: string, message: string, call?: { callId: string; toolName: string }): void
  subscribe(listener: (event: RunEvent) => void): () => void
}

type Unstamped<Event> = Event extends unknown
  ? Omit<Event, 'runId' | 'sequence' | 'timestamp' | 'step'>
  : never

export type EventBody = RunEventBody | Unstamped<ToolEvent>

export interface RunStart {
  config: RunConfig
  runId: string
  input: string
  history: readonly Message[]
  snapshot?: Snapshot
}

export function createRunState(start: RunStart): RunState {
  const { config, runId, snapshot } = start
  const { clock, redaction } = config
  const log = createEventLog({
    runId,
    maxEvents: config.limits.maxEvents,
    after: snapshot?.sequence ?? 0,
  })
  let listeners: readonly ((event: RunEvent) => void)[] = []
  const leave = (listener: (event: RunEvent) => void) => {
    listeners = listeners.filter((other) => other !== listener)
  }
  let sequence = snapshot?.sequence ?? 0
  const tell = (event: RunEvent) => {
    const present = listeners
    for (const listener of present) {
      // One that was taken away by another of them a moment ago hears no more.
      if (listeners !== present && !listeners.includes(listener)) continue
      try {
        listener(event)
      } catch (error) {
        leave(listener)
        state.warn('LISTENER_FAILED', `a listener threw and was dropped: ${messageOf(error)}`)
      }
    }
  }
  // A listener may do what makes the next event (abort, resolve): that one waits until all have seen this one.
  const later: RunEvent[] = []
  let telling = false
  const dispatch = (event: RunEvent) => {
    if (telling) return void later.push(event)
    telling = true
    tell(event)
    for (let next = later.shift(); next; next = later.shift()) tell(next)
    telling = false
  }
  const transcript = [...start.history]
  const state: RunState = {
    config,
    runId,
    tag: freeTag(runId, snapshot ? [] : start.history),
    generation: snapshot ? snapshot.generation + 1 : 0,
    input: start.input,
    cancellation: createCancellation(),
    timers: createTimers(clock),
    log,
    breaker: createRepeatBreaker(config.limits.repeat, snapshot?.repeats),
    step: snapshot?.step ?? 0,
    transcript,
    view: [...(snapshot?.view ?? transcript)],
    contextWindow: undefined,
    textOnly: false,
    turn: undefined,
    usage: snapshot?.usage ?? {},
    text: '',
    phase: snapshot?.phase ?? config.options.phases?.initial,
    skills: [...(snapshot?.skills ?? [])],
    sticky: [...(snapshot?.sticky ?? [])],
    kept: new Map(snapshot?.kept ?? []),
    pending: new Map(),
    answers: new Map(),
    answered: new Set(snapshot?.answered),
    askers: new Map(),
    canAsk: true,
    loopWaitsFor: undefined,
    stepOpen: false,
    onWait: () => {},
    size: createViewSize(config.options.context?.countTokens),
    slots: { used: 0, waiting: [] },
    pausing: false,
    live: true,
    elapsedBefore: snapshot?.elapsed ?? 0,
    startedAt: clock.now(),
    emit(body) {
      if (!state.live) return
      // Stamped in place: the body was made for this one call. The cast adds what the stamp is.
      const event = (redaction ? redactEvent(body, redaction) : body) as RunEvent
      event.runId = runId
      event.sequence = ++sequence
      event.timestamp = clock.now()
      if (state.step > 0) event.step = state.step
      log.append(event)
      if (listeners.length > 0) dispatch(event)
    },
    warn(code, message, call) {
      state.emit({
        type: 'warning',
        code,
        message,
        ...(call ? { callId: call.callId, toolName: call.toolName } : {}),
      })
    },
    subscribe(listener) {
      if (!listeners.includes(listener)) listeners = [...listeners, listener]
      return () => leave(listener)
    },
  }
  return state
}

/** A history of a run with the same id must not make two calls one. */
function freeTag(runId: string, history: readonly Message[]): string {
  const used = new Set<string>()
  for (const message of history)
    if (message.role === 'tool')
      for (const part of message.content) used.add(part.callId.split('_')[1] ?? '')
  let tag = runTag(runId)
  for (let count = 2; used.has(tag); count++) tag = runTag(`${runId} ${count}`)
  return tag
}

/** Adds a message to the transcript and to what the model is shown. The one place that does. */
export function append(state: RunState, message: Message, shown: Message = message): void {
  const { redaction } = state.config
  state.transcript.push(redaction ? redactMessage(message, redaction) : message)
  state.view.push(redaction ? redactMessage(shown, redaction) : shown)
}
