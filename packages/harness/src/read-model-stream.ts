import { readUsage } from './add-usage'
import type { Cancellation } from './cancellation'
import type { Clock } from './clock'
import type { Json } from './json'
import { type LiveAnswer, showInput, showInputStart, showText } from './live-answer'
import type { FinishReason, Model, ModelPart, ModelRequest } from './model'
import { type ModelFailure, readModelFailure } from './model-error'
import type { Timers } from './timers'
import type { Usage } from './usage'

/** A call as the model wrote it: nothing about it is trusted yet. */
export interface RawCall {
  type: 'tool-call'
  providerCallId?: string
  toolName: string
  /** JSON text. */
  text: string
  /** Redaction changed the text: the real arguments are not in it. */
  withheld?: true
  providerMetadata?: Json
}

export type DraftPart =
  | { type: 'text' | 'reasoning'; text: string; providerMetadata?: Json }
  | RawCall

/** What a model call came to. Plain JSON: it is what a journal keeps. */
export type ModelOutcome =
  | { kind: 'answer'; parts: DraftPart[]; finishReason: FinishReason; usage: Usage }
  | { kind: 'failure'; failure: ModelFailure; usage: Usage; parts: DraftPart[] }
  | { kind: 'aborted'; usage: Usage; parts: DraftPart[] }

interface ReadOptions {
  clock: Clock
  cancellation: Cancellation
  timers: Timers
  /** Milliseconds of silence that end the call; 0 is unlimited. */
  idleTimeoutMs: number
  /** Shows the parts as they come. */
  live: LiveAnswer | undefined
}

const finishReasons = new Set<string>([
  'stop',
  'length',
  'content-filter',
  'tool-calls',
  'error',
  'interrupted',
  'other',
])

/** `done`: the iterator is finished; `left`: it is whole but not wanted further; `cut`: it must be told to stop. */
type StreamEnd = 'done' | 'left' | 'cut'

interface Reading {
  options: ReadOptions
  parts: DraftPart[]
  /** The text part that grows, and its pieces. */
  open: (DraftPart & { type: 'text' | 'reasoning' }) | undefined
  pieces: string[]
  usage: Usage
  iterator: AsyncIterator<ModelPart> | undefined
  child: ReturnType<Cancellation['child']> | undefined
  over: boolean
  lastHeard: number
  /** Parts so far. */
  count: number
  cancelTimer: (() => void) | undefined
  off: () => void
  resolve(outcome: ModelOutcome): void
}

/**
 * Reads one model call to its end. Whatever the stream does (throws, stalls, ends early, sends junk, ignores an
 * abort) comes back as an outcome; a call still going on is left behind, its late parts dropped.
 *
 * Written with callbacks: a part costs one promise, and nothing hangs on a long-lived one.
 */
export function readModelStream(
  model: Model,
  makeRequest: (signal: () => AbortSignal) => ModelRequest,
  options: ReadOptions,
): Promise<ModelOutcome> {
  return new Promise((resolve) => {
    const { cancellation, idleTimeoutMs, clock } = options
    const reading: Reading = {
      options,
      parts: [],
      open: undefined,
      pieces: [],
      usage: {},
      iterator: undefined,
      child: undefined,
      over: false,
      lastHeard: clock.now(),
      count: 0,
      cancelTimer: undefined,
      off: () => {},
      resolve,
    }
    if (cancellation.aborted) return finish(reading, aborted(reading), 'done')
    reading.off = cancellation.onAbort(() => finish(reading, aborted(reading), 'cut'))
    if (idleTimeoutMs > 0) watch(reading, idleTimeoutMs)
    const onError = (error: unknown) => finish(reading, failed(reading, error), 'done')
    try {
      const opened = model.stream(makeRequest(() => signalOf(reading)))
      if (isThenable(opened)) opened.then((stream) => openStream(reading, stream, onError), onError)
      else openStream(reading, opened, onError)
    } catch (error) {
      onError(error)
    }
  })
}

/** The request's signal, made when the model reads it. */
function signalOf(reading: Reading): AbortSignal {
  reading.child ??= reading.options.cancellation.child()
  return reading.child.controller.signal
}

function openStream(
  reading: Reading,
  stream: AsyncIterable<ModelPart>,
  onError: (error: unknown) => void,
): void {
  const onStep = (step: IteratorResult<ModelPart>) => {
    if (reading.over) return
    reading.lastHeard = reading.options.clock.now()
    if (typeof step !== 'object' || step === null)
      return onError(new TypeError('the model stream is no async iterable'))
    if (step.done) {
      const message = 'the model stream ended without a finish part'
      return onError(new DOMException(message, 'NetworkError'))
    }
    let last: ModelOutcome | undefined
    try {
      last = addPart(reading, step.value)
    } catch (error) {
      // A part so odd that it can't even be read.
      return finish(reading, failed(reading, error), 'left')
    }
    if (last) finish(reading, last, 'left')
    // A flood of parts must not keep timers and aborts from being heard.
    else if (++reading.count % 4096 === 0) setTimeout(pump, 0)
    else pump()
  }
  const pump = () => {
    // A listener of the part before may have ended the run.
    if (reading.over) return
    try {
      Promise.resolve(reading.iterator!.next()).then(onStep, onError)
    } catch (error) {
      onError(error)
    }
  }
  try {
    const iterator = stream[Symbol.asyncIterator]()
    // Aborted while the stream was being opened: nobody reads it.
    if (reading.over) return void leave(iterator)
    reading.iterator = iterator
    pump()
  } catch (error) {
    onError(error)
  }
}

function finish(reading: Reading, outcome: ModelOutcome, end: StreamEnd): void {
  if (reading.over) return
  reading.over = true
  reading.cancelTimer?.()
  reading.off()
  reading.child?.release()
  if (end === 'cut')
    reading.child?.controller.abort(new DOMException('no longer wanted', 'AbortError'))
  if (end !== 'done') leave(reading.iterator)
  reading.resolve(outcome)
}

function watch(reading: Reading, milliseconds: number): void {
  const { clock, timers, idleTimeoutMs } = reading.options
  reading.cancelTimer = timers.after(milliseconds, () => {
    const left = reading.lastHeard + idleTimeoutMs - clock.now()
    if (left > 0) return watch(reading, left)
    const message = `the model was silent for ${idleTimeoutMs} ms`
    finish(reading, failed(reading, new DOMException(message, 'TimeoutError')), 'cut')
  })
}

function leave(iterator: AsyncIterator<ModelPart> | undefined): void {
  // The stream is not wanted any more: neither is its complaint.
  const ignore = () => {}
  try {
    iterator?.return?.()?.then(ignore, ignore)
  } catch {
    ignore()
  }
}

function isThenable<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof (value as { then?: unknown } | null)?.then === 'function'
}

function closeText(reading: Reading): void {
  if (reading.open) reading.open.text = reading.pieces.join('')
  reading.open = undefined
  reading.pieces = []
}

function aborted(reading: Reading): ModelOutcome {
  closeText(reading)
  return { kind: 'aborted', usage: reading.usage, parts: reading.parts }
}

function failed(
  reading: Reading,
  error: unknown,
  given: Partial<Extract<ModelPart, { type: 'error' }>> = {},
): ModelOutcome {
  closeText(reading)
  const { usage, parts } = reading
  const failure = readModelFailure(error, given, reading.options.clock.now())
  return { kind: 'failure', failure, usage, parts }
}

/** Takes a part; answers the outcome with the last one. */
function addPart(reading: Reading, part: ModelPart): ModelOutcome | undefined {
  const { live } = reading.options
  switch (part?.type) {
    case 'text-delta':
      addText(reading, 'text', part.delta, part.providerMetadata)
      return undefined
    case 'reasoning-delta':
      addText(reading, 'reasoning', part.delta, part.providerMetadata)
      return undefined
    case 'tool-input-start':
      if (live) showInputStart(live, String(part.id), String(part.toolName))
      return undefined
    case 'tool-input-delta':
      if (live) showInput(live, String(part.id), String(part.delta))
      return undefined
    case 'tool-call':
      addCall(reading, part)
      return undefined
    case 'usage':
      // Providers repeat and correct their figures: the last word counts.
      reading.usage = { ...reading.usage, ...readUsage(part.usage) }
      return undefined
    case 'error':
      return failed(reading, part.error, part)
    case 'finish':
      return addFinish(reading, part)
    default:
      return undefined
  }
}

function addFinish(reading: Reading, part: Extract<ModelPart, { type: 'finish' }>): ModelOutcome {
  closeText(reading)
  if (part.usage !== undefined) reading.usage = { ...reading.usage, ...readUsage(part.usage) }
  const finishReason = finishReasons.has(part.finishReason) ? part.finishReason : 'other'
  if (finishReason === 'error' || finishReason === 'interrupted')
    return failed(
      reading,
      new DOMException(`the model ended with "${finishReason}"`, 'NetworkError'),
    )
  return { kind: 'answer', parts: reading.parts, finishReason, usage: reading.usage }
}

function addText(
  reading: Reading,
  type: 'text' | 'reasoning',
  delta: unknown,
  metadata: Json | undefined,
): void {
  if (typeof delta !== 'string') return
  if (reading.open?.type !== type) {
    closeText(reading)
    if (delta === '' && metadata === undefined) return
    reading.open = { type, text: '' }
    reading.parts.push(reading.open)
  }
  if (metadata !== undefined) reading.open.providerMetadata = metadata
  if (delta === '') return
  reading.pieces.push(delta)
  if (reading.options.live) showText(reading.options.live, type, delta)
}

function addCall(reading: Reading, part: Extract<ModelPart, { type: 'tool-call' }>): void {
  closeText(reading)
  const call: RawCall = {
    type: 'tool-call',
    toolName: String(part.toolName ?? ''),
    text: typeof part.input === 'string' ? part.input : JSON.stringify(part.input ?? {}),
  }
  if (typeof part.toolCallId === 'string' && part.toolCallId !== '')
    call.providerCallId = part.toolCallId
  if (part.providerMetadata !== undefined) call.providerMetadata = part.providerMetadata
  reading.parts.push(call)
}
