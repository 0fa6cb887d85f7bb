import type { Clock } from '../clock'
import { realClock } from '../clock'
import type { Message } from '../message'
import type { FinishReason, Model, ModelErrorKind, ModelPart, ModelRequest } from '../model'
import type { Usage } from '../usage'

export interface ScriptedCall {
  name: string
  /** An object, or the very text the model writes: wrong JSON, half of it, anything. */
  input?: unknown
  /** The provider's id; may be empty or repeated. */
  id?: string
}

/** One answer of the model, with every way it can go wrong. */
export interface ScriptedTurn {
  text?: string
  reasoning?: string
  calls?: readonly ScriptedCall[]
  /** @default 'tool-calls' with calls, else 'stop' */
  finishReason?: FinishReason
  usage?: Usage
  /** Characters of a text delta. @default the whole text at once */
  chunk?: number
  /** Milliseconds before the first part. */
  delayMs?: number
  /** The call to `stream` throws this. */
  throws?: unknown
  /** After its parts the stream sends this as an `error` part. */
  error?: unknown
  errorKind?: ModelErrorKind
  retryable?: boolean
  retryAfterMs?: number
  /** After its parts the stream's iterator throws this. */
  breaks?: unknown
  /** After its parts the stream ends without a finish part. */
  cut?: boolean
  /** After its parts the stream never goes on: until the signal aborts, or not even then. */
  hangs?: 'until-abort' | 'forever'
}

export type ScriptedAnswer = string | ScriptedTurn | readonly ModelPart[]

export interface ScriptedModelOptions {
  id?: string
  contextWindow?: number
  acceptsImages?: boolean
  clock?: Clock
}

export interface ScriptedModel extends Model {
  /** What the model was asked, with its own copy of the messages. */
  readonly requests: readonly (ModelRequest & { messages: readonly Message[] })[]
}

type Script =
  | readonly ScriptedAnswer[]
  | ((request: ModelRequest, index: number) => ScriptedAnswer | Promise<ScriptedAnswer>)

/**
 * A model that answers what it is told to: a list of answers, the last of them again and again, or a function of the
 * request. It can go wrong in every way a real one does.
 */
export function scriptedModel(script: Script, options: ScriptedModelOptions = {}): ScriptedModel {
  const requests: ModelRequest[] = []
  const clock = options.clock ?? realClock
  const answerOf = async (request: ModelRequest, index: number): Promise<ScriptedAnswer> => {
    if (typeof script === 'function') return script(request, index)
    const answer = script[Math.min(index, script.length - 1)]
    if (answer === undefined) throw new Error('the script of this model is empty')
    return answer
  }
  return {
    id: options.id ?? 'scripted',
    ...(options.contextWindow === undefined ? {} : { contextWindow: options.contextWindow }),
    ...(options.acceptsImages === undefined ? {} : { acceptsImages: options.acceptsImages }),
    requests,
    stream(request) {
      const index = requests.length
      requests.push({ ...request, messages: [...request.messages] })
      return play(answerOf(request, index), request, clock)
    },
  }
}

async function* play(
  pending: Promise<ScriptedAnswer>,
  request: ModelRequest,
  clock: Clock,
): AsyncGenerator<ModelPart> {
  const answer = await pending
  if (Array.isArray(answer)) {
    yield* answer as readonly ModelPart[]
    return
  }
  const turn: ScriptedTurn =
    typeof answer === 'string' ? { text: answer } : (answer as ScriptedTurn)
  if (turn.throws !== undefined) throw turn.throws
  if (turn.delayMs !== undefined) await pause(clock, turn.delayMs, request.signal)
  yield* partsOf(turn)
  const finishes = !turn.hangs && !turn.cut && turn.breaks === undefined && turn.error === undefined
  if (turn.usage && !finishes) yield { type: 'usage', usage: turn.usage }
  if (turn.hangs) await hang(turn.hangs, request.signal)
  if (turn.breaks !== undefined) throw turn.breaks
  if (turn.error !== undefined) yield errorPart(turn)
  else if (!turn.cut) yield finishPart(turn)
}

function* partsOf(turn: ScriptedTurn): Generator<ModelPart> {
  if (turn.reasoning) yield { type: 'reasoning-delta', delta: turn.reasoning }
  const { text = '', chunk = text.length || 1 } = turn
  for (let at = 0; at < text.length; at += chunk)
    yield { type: 'text-delta', delta: text.slice(at, at + chunk) }
  for (const call of turn.calls ?? []) {
    const input = typeof call.input === 'string' ? call.input : JSON.stringify(call.input ?? {})
    yield {
      type: 'tool-call',
      toolName: call.name,
      input,
      ...(call.id === undefined ? {} : { toolCallId: call.id }),
    }
  }
}

function errorPart(turn: ScriptedTurn): ModelPart {
  return {
    type: 'error',
    error: turn.error,
    ...(turn.errorKind === undefined ? {} : { kind: turn.errorKind }),
    ...(turn.retryable === undefined ? {} : { retryable: turn.retryable }),
    ...(turn.retryAfterMs === undefined ? {} : { retryAfterMs: turn.retryAfterMs }),
  }
}

function finishPart(turn: ScriptedTurn): ModelPart {
  const finishReason = turn.finishReason ?? (turn.calls?.length ? 'tool-calls' : 'stop')
  return { type: 'finish', finishReason, ...(turn.usage ? { usage: turn.usage } : {}) }
}

function pause(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancelTimer = clock.after(milliseconds, resolve)
    signal.addEventListener('abort', () => {
      cancelTimer()
      reject(signal.reason)
    })
  })
}

function hang(how: 'until-abort' | 'forever', signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (how === 'until-abort') signal.addEventListener('abort', () => reject(signal.reason))
  })
}
