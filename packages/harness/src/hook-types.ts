import type { ToolAnnotations, ToolResult } from '@toolprism/core'
import type { AssistantMessage, CallState, Message } from './message'
import type { ToolSpec } from './model'
import type { RunError, RunResult } from './run-types'
import type { Usage } from './usage'

interface HookBase {
  runId: string
  /** Aborts when the run does. */
  signal: AbortSignal
  /** What the caller gave the run as `host`. */
  host?: unknown
}

export interface RunStartHook extends HookBase {
  input: string
  tools: readonly string[]
}

export interface BeforeModelCallHook extends HookBase {
  /** From 1. */
  step: number
  model: string
  /** Do not change it: return `messages` instead. */
  messages: readonly Message[]
  tools: readonly ToolSpec[]
}

export interface BeforeModelCallReturn {
  /** Sent instead, for this call only. */
  messages?: readonly Message[]
  /** Names of the exposed tools the model may see in this call. */
  tools?: readonly string[]
  /** Ends the run with status `blocked`. */
  block?: boolean
  reason?: string
}

export interface AfterModelCallHook extends HookBase {
  step: number
  attempt: number
  model: string
  response?: AssistantMessage
  error?: RunError
  usage?: Usage
  /** Milliseconds. */
  duration: number
}

export interface BeforeToolCallHook extends HookBase {
  step: number
  callId: string
  /** Same as `callId`. */
  toolCallId: string
  toolName: string
  annotations: ToolAnnotations
  // biome-ignore lint/suspicious/noExplicitAny: a hook reads the arguments of whatever tool it names.
  input: any
}

export interface BeforeToolCallReturn {
  /** The call does not run; the model gets `reason` as its result. */
  block?: boolean
  reason?: string
  /** Replaces the arguments; they are validated and permitted again. */
  input?: Record<string, unknown>
}

export interface AfterToolCallHook extends HookBase {
  step: number
  callId: string
  toolCallId: string
  toolName: string
  annotations: ToolAnnotations
  /** What really ran, or would have. */
  // biome-ignore lint/suspicious/noExplicitAny: a hook reads the arguments of whatever tool it names.
  input: any
  state: CallState
  result: ToolResult
  /** True when policy refused the call: a hook, a permission, a tool not exposed. False for a real failure. */
  blocked: boolean
  /** Present whenever `state` is not `ok`. */
  error?: { code: string; message: string }
  /** Milliseconds. */
  duration: number
}

export interface AfterToolCallReturn {
  /** Replaces the result before any event, transcript or file sees it. */
  result?: ToolResult
}

export interface RunEndHook extends HookBase {
  result: RunResult
}

type Awaitable<T> = T | Promise<T>
// biome-ignore lint/suspicious/noConfusingVoidType: a hook that returns nothing leaves things unchanged.
type Nothing = void | undefined | null

/** Functions the host puts around model and tool calls. A before-hook that fails refuses; an after-hook that fails is a warning. */
export interface AgentHooks {
  /** For warnings and refusals. */
  name?: string
  /**
   * Milliseconds for each call of a hook.
   * @default 10000
   */
  timeoutMs?: number
  /**
   * What a before-hook that throws, takes too long or returns junk does to the call.
   * @default 'deny'
   */
  onError?: 'deny' | 'ignore'
  /** With `true`, a result whose after-hook fails is withheld: for hooks that hide secrets. */
  required?: boolean
  onRunStart?(event: RunStartHook): Awaitable<Nothing | { block?: boolean; reason?: string }>
  beforeModelCall?(event: BeforeModelCallHook): Awaitable<Nothing | BeforeModelCallReturn>
  afterModelCall?(event: AfterModelCallHook): Awaitable<Nothing>
  beforeToolCall?(event: BeforeToolCallHook): Awaitable<Nothing | BeforeToolCallReturn>
  afterToolCall?(event: AfterToolCallHook): Awaitable<Nothing | AfterToolCallReturn>
  onRunEnd?(event: RunEndHook): Awaitable<Nothing>
}
