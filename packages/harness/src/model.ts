import type { JsonSchema } from '@toolprism/core'
import type { Json } from './json'
import type { Message } from './message'
import type { Usage } from './usage'

/** A tool as a model sees it. Nothing of its presentation is here. */
export interface ToolSpec {
  name: string
  description: string
  inputSchema: JsonSchema
  inputExamples?: readonly unknown[]
}

export interface ModelRequest {
  /**
   * Oldest first; instructions are the first, `system`, message. The array belongs to the run and grows
   * after this call has ended: copy it to keep it.
   */
  messages: readonly Message[]
  /** Empty when the model may not call tools. */
  tools: readonly ToolSpec[]
  /** @default 'auto' */
  toolChoice?: 'auto' | 'none' | 'required'
  maxOutputTokens?: number
  /** Aborts when the run does. A stream that ignores it is left behind. */
  signal: AbortSignal
  /** Passed through to the provider untouched. */
  options?: { [key: string]: Json }
  /** For tracing and idempotent requests. */
  runId: string
  step: number
  /** 1 on the first try. */
  attempt: number
}

export type FinishReason =
  | 'stop'
  | 'length'
  | 'content-filter'
  | 'tool-calls'
  | 'error'
  | 'interrupted'
  | 'other'

/** What went wrong with a model call, as far as the harness can act on it. */
export type ModelErrorKind =
  | 'rate-limit'
  | 'overloaded'
  | 'network'
  | 'timeout'
  | 'context-overflow'
  | 'auth'
  | 'invalid-request'
  | 'unknown'

/**
 * One part of a model's answer: the names of the AI SDK's LanguageModelV4 stream, and only those an agent
 * loop acts on. Parts of any other type are ignored, and so is everything after `finish` or `error`.
 */
export type ModelPart =
  | { type: 'text-delta'; delta: string; id?: string; providerMetadata?: Json }
  | { type: 'reasoning-delta'; delta: string; id?: string; providerMetadata?: Json }
  /** Optional live view of a call's arguments; only `tool-call` makes a call. */
  | { type: 'tool-input-start'; id: string; toolName: string }
  | { type: 'tool-input-delta'; id: string; delta: string }
  | {
      type: 'tool-call'
      /** The provider's id. May be absent, empty or repeated. */
      toolCallId?: string
      toolName: string
      /** JSON text, exactly as the model wrote it. */
      input: string
      providerMetadata?: Json
    }
  | { type: 'usage'; usage: Usage }
  | { type: 'finish'; finishReason: FinishReason; usage?: Usage }
  | {
      type: 'error'
      error: unknown
      /** Absent: judged from the error's status, code and name. */
      retryable?: boolean
      kind?: ModelErrorKind
      /** Milliseconds the provider asks to wait (Retry-After). */
      retryAfterMs?: number
    }

/** Any language model. Adapters make these; the harness knows no provider. */
export interface Model {
  /** Provider and model, for people and traces: `openai/gpt-5`. */
  readonly id: string
  /** Context window in tokens, when known. */
  readonly contextWindow?: number
  /** Whether tool results may hold images. Absent means yes; with `false` a note stands for each image. */
  readonly acceptsImages?: boolean
  /** A rejected promise, a throwing iterator and an `error` part mean the same. */
  stream(request: ModelRequest): AsyncIterable<ModelPart> | Promise<AsyncIterable<ModelPart>>
}

/** What a model resolver gets when `model` is a string. */
export interface ModelReference {
  provider?: string
  model: string
  apiKey?: string
  baseURL?: string
  headers?: Record<string, string>
}

export type ModelResolver = (reference: ModelReference) => Model | Promise<Model>
