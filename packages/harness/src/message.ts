import type { ContentBlock, ToolFailure } from '@toolprism/core'
import type { Json } from './json'

/** How a tool call ended. Every call has exactly one of these. */
export type CallState = 'ok' | ToolFailure

export interface SystemMessage {
  role: 'system'
  content: string
}

export interface UserMessage {
  role: 'user'
  content: string | ContentBlock[]
  /** Why the harness added this message itself: a summary, a nudge, a last-step note. */
  origin?: 'summary' | 'nudge' | 'final-answer'
}

export interface TextPart {
  type: 'text'
  text: string
  /** Opaque data the provider wants back with this part. */
  providerMetadata?: Json
}

export interface ReasoningPart {
  type: 'reasoning'
  text: string
  providerMetadata?: Json
}

export interface ToolCallPart {
  type: 'tool-call'
  /** Unique in the transcript, made by the harness: a provider's ids are reused or empty too often. */
  callId: string
  /** The provider's own id, for replay to that provider only. */
  providerCallId?: string
  /** The name as the model knows it. */
  toolName: string
  /** Always a plain object: `{}` stands for arguments that could not be read. */
  input: { [key: string]: Json }
  providerMetadata?: Json
}

export type AssistantPart = TextPart | ReasoningPart | ToolCallPart

export interface AssistantMessage {
  role: 'assistant'
  content: AssistantPart[]
}

export interface ToolResultPart {
  type: 'tool-result'
  callId: string
  providerCallId?: string
  toolName: string
  state: CallState
  /** What the model reads: capped, redacted, never empty. */
  content: ContentBlock[]
  /** Present only when `state` is not `ok`. */
  isError?: true
}

/** The results of one assistant message, one for each of its calls and in the same order. */
export interface ToolMessage {
  role: 'tool'
  content: ToolResultPart[]
}

export type Message = SystemMessage | UserMessage | AssistantMessage | ToolMessage
