/**
 * The parts of the AI SDK's LanguageModelV3 and V4 interfaces that an agent loop needs, structurally:
 * V3 (`ai` 6) and V4 (`ai` 7) differ only in how file data is written and in parts V3 does not have.
 */
import type { JsonSchema } from '@toolprism/core'

type Metadata = Record<string, unknown> | undefined

export interface FilePart {
  type: 'file'
  mediaType: string
  /** Base64: bare in V3, tagged in V4. */
  data: string | { type: 'data'; data: string }
}

export interface PromptPart {
  type: string
  providerOptions?: Metadata
  [field: string]: unknown
}

export type PromptMessage =
  | { role: 'system'; content: string }
  | { role: 'user' | 'assistant' | 'tool'; content: PromptPart[] }

export interface CallOptions {
  prompt: PromptMessage[]
  tools?: {
    type: 'function'
    name: string
    description: string
    inputSchema: JsonSchema
    inputExamples?: { input: unknown }[]
  }[]
  toolChoice?: { type: 'auto' | 'none' | 'required' }
  maxOutputTokens?: number
  abortSignal?: AbortSignal
  headers?: Record<string, string | undefined>
  providerOptions?: Record<string, Record<string, unknown>>
  [setting: string]: unknown
}

/** Any part of a V3 or V4 stream; only the fields that are read are named. */
export interface StreamPart {
  type: string
  id?: string
  delta?: string
  toolCallId?: string
  toolName?: string
  input?: unknown
  providerExecuted?: boolean
  providerMetadata?: Metadata
  finishReason?: unknown
  usage?: unknown
  error?: unknown
  warnings?: unknown[]
}

/** A model of any AI SDK provider, seen structurally. */
export interface LanguageModelLike {
  readonly specificationVersion: string
  readonly provider: string
  readonly modelId: string
  // Method syntax on purpose: providers declare their own, narrower option and part types.
  doStream(options: never): PromiseLike<{ stream: ReadableStream<{ type: string }> }>
}
