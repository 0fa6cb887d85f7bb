import { readUsage } from './add-usage'
import type { Cancellation } from './cancellation'
import type { Clock } from './clock'
import type { Json } from './json'
import type { FinishReason, Model, ModelPart, ModelRequest } from './model'
import { type ModelFailure, readModelFailure } from './model-error'
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

export interface StreamListener {
  text(kind: 'text' | 'reasoning', delta: string): void
  inputStart(id: string, toolName: string): void
  inputDelta(id: string, delta: string): void
}

interface ReadOptions {
  clock: Clock
  cancellation: Cancellation
  /** Milliseconds of silence that end the call; 0 is unlimited. */
  idleTimeoutMs: number
  listener: StreamListener
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

/**
 * Reads one model call to its end. Whatever the stream does (throws, stalls, ends early, sends junk, ignores an
 * abort) comes back as an outcome; a call still going on is left behind, its late parts dropped.
 */
export async function readModelStream(
  model: Model,
  makeRequest: (signal: AbortSignal) => ModelRequest,
  options: ReadOptions,
): Promise<ModelOutcome> {
  const { clock, cancellation, idleTimeoutMs, listener } = options
  const draft = createDraft(listener)
  const child = cancellation.child()
  let interrupt: ((reason: unknown) => void) | undefined
  let lastHeard = clock.now()
  const off = cancellation.onAbort(() => interrupt?.(stopped))
  let cancelTimer: (() => void) | undefined
  const watch = (milliseconds: number) => {
    cancelTimer = clock.after(milliseconds, () => {
      const left = lastHeard + idleTimeoutMs - clock.now()
      if (left > 0) return watch(left)
      interrupt?.(new DOMException(`the model was silent for ${idleTimeoutMs} ms`, 'TimeoutError'))
    })
  }
  if (idleTimeoutMs > 0) watch(idleTimeoutMs)
  // One promise a wait, so that a long stream leaves nothing hanging on a long-lived one.
  const orInterrupt = <T>(promise: PromiseLike<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      interrupt = reject
      promise.then(resolve, reject)
      // A listener of the part before may have ended the run.
      if (cancellation.aborted) reject(stopped)
    })
  let iterator: AsyncIterator<ModelPart> | undefined
  // `done`: the iterator is finished; `left`: it is whole but not wanted further; `cut`: it must be told to stop.
  let end: 'done' | 'left' | 'cut' = 'cut'
  try {
    if (cancellation.aborted) throw stopped
    const opened = model.stream(makeRequest(child.controller.signal))
    const stream = isThenable(opened) ? await orInterrupt(opened) : opened
    iterator = stream[Symbol.asyncIterator]()
    for (;;) {
      const step = await orInterrupt(iterator.next())
      lastHeard = clock.now()
      if (step.done) break
      const last = draft.add(step.value, lastHeard)
      if (!last) continue
      end = 'left'
      return last
    }
    end = 'done'
    return draft.fail(
      new DOMException('the model stream ended without a finish part', 'NetworkError'),
    )
  } catch (error) {
    if (error === stopped || cancellation.aborted) return draft.abort()
    if (iterator && !isTimeout(error)) end = 'done'
    return draft.fail(error, {}, clock.now())
  } finally {
    cancelTimer?.()
    off()
    child.release()
    if (end === 'cut') child.controller.abort(new DOMException('no longer wanted', 'AbortError'))
    if (end !== 'done') void leave(iterator)
  }
}

const stopped = Symbol('stopped')

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError'
}

async function leave(iterator: AsyncIterator<ModelPart> | undefined): Promise<void> {
  try {
    await iterator?.return?.()
  } catch {
    // The stream is not wanted any more: neither is its complaint.
  }
}

function isThenable<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof (value as { then?: unknown } | null)?.then === 'function'
}

function createDraft(listener: StreamListener) {
  const parts: DraftPart[] = []
  let usage: Usage = {}
  let chunks: string[] = []
  let open: (DraftPart & { type: 'text' | 'reasoning' }) | undefined

  const close = () => {
    if (open) open.text = chunks.join('')
    open = undefined
    chunks = []
  }
  const addText = (type: 'text' | 'reasoning', delta: unknown, metadata: Json | undefined) => {
    if (typeof delta !== 'string') return
    if (open?.type !== type) {
      close()
      if (delta === '' && metadata === undefined) return
      open = { type, text: '' }
      parts.push(open)
    }
    if (metadata !== undefined) open.providerMetadata = metadata
    if (delta === '') return
    chunks.push(delta)
    listener.text(type, delta)
  }
  const addCall = (part: Extract<ModelPart, { type: 'tool-call' }>) => {
    close()
    const call: RawCall = {
      type: 'tool-call',
      toolName: String(part.toolName ?? ''),
      text: typeof part.input === 'string' ? part.input : JSON.stringify(part.input ?? {}),
    }
    if (typeof part.toolCallId === 'string' && part.toolCallId !== '')
      call.providerCallId = part.toolCallId
    if (part.providerMetadata !== undefined) call.providerMetadata = part.providerMetadata
    parts.push(call)
  }
  const fail = (
    error: unknown,
    given?: Partial<Extract<ModelPart, { type: 'error' }>>,
    now = 0,
  ): ModelOutcome => {
    close()
    return { kind: 'failure', failure: readModelFailure(error, given, now), usage, parts }
  }
  return {
    fail,
    abort(): ModelOutcome {
      close()
      return { kind: 'aborted', usage, parts }
    },
    /** Takes a part; answers the outcome with the last one. */
    add(part: ModelPart, now: number): ModelOutcome | undefined {
      switch (part?.type) {
        case 'text-delta':
          addText('text', part.delta, part.providerMetadata)
          return undefined
        case 'reasoning-delta':
          addText('reasoning', part.delta, part.providerMetadata)
          return undefined
        case 'tool-input-start':
          listener.inputStart(String(part.id), String(part.toolName))
          return undefined
        case 'tool-input-delta':
          listener.inputDelta(String(part.id), String(part.delta))
          return undefined
        case 'tool-call':
          addCall(part)
          return undefined
        case 'usage':
          // Providers repeat and correct their figures: the last word counts.
          usage = { ...usage, ...readUsage(part.usage) }
          return undefined
        case 'error':
          return fail(part.error, part, now)
        case 'finish': {
          close()
          if (part.usage !== undefined) usage = { ...usage, ...readUsage(part.usage) }
          const finishReason = finishReasons.has(part.finishReason) ? part.finishReason : 'other'
          if (finishReason === 'error' || finishReason === 'interrupted')
            return fail(new DOMException(`the model ended with "${finishReason}"`, 'NetworkError'))
          return { kind: 'answer', parts, finishReason, usage }
        }
        default:
          return undefined
      }
    },
  }
}
