import type { CallToolOptions } from './call-tool'
import type { StepEvent } from './compose/types'
import type { ContentBlock, ToolResult } from './content'
import type { JsonSchema } from './json-schema'
import type { Icon, ToolPresentation } from './presentation'
import type { StandardJsonSchema } from './standard-schema'

/** zod 4, any Standard Schema that carries a JSON Schema converter, or a JSON Schema object. */
export type ToolSchema<Output = unknown, Input = unknown> =
  | StandardJsonSchema<Input, Output>
  | JsonSchema

/** MCP tool annotations. Hints, not promises: absent hints mean what the MCP specification says. */
export interface ToolAnnotations {
  title?: string
  /** @default false */
  readOnlyHint?: boolean
  /** @default true (meaningful only when the tool is not read-only) */
  destructiveHint?: boolean
  /** @default false (meaningful only when the tool is not read-only) */
  idempotentHint?: boolean
  /** @default true */
  openWorldHint?: boolean
}

/**
 * A tool, as plain data. Write it once; every adapter carries it.
 *
 * `Input` is what `inputSchema` parses to and what `execute` receives.
 */
// biome-ignore lint/suspicious/noExplicitAny: a tool annotated `const t: ToolDefinition` reads its input freely, as JSON Schema gives no type.
export interface ToolDefinition<Input = any, Output = unknown> {
  /** 1-64 of `A-Z a-z 0-9 _ -`. */
  name: string
  title?: string
  description: string
  inputSchema: ToolSchema<Input>
  outputSchema?: ToolSchema<Output>
  annotations?: ToolAnnotations
  /** For people; never reaches a model. */
  presentation?: ToolPresentation
  /** MCP icons; when absent they are made from `presentation.icon`. */
  icons?: Icon[]
  /** Guidance for the model alone, appended to the description as `[hint]`. */
  llmHint?: string
  inputExamples?: Input[]
  /** Extra host metadata (MCP `_meta`), keys with a reverse-DNS prefix. */
  meta?: Record<string, unknown>
  /** Milliseconds after which a call is abandoned; the call's own `timeoutMs` wins. */
  timeoutMs?: number
  execute(input: Input, context: ToolContext): ToolReturn<Output>
  /** Answers for `execute` in a macro's dry run, without an effect. */
  dryRun?(input: Input, context: Partial<ToolContext>): unknown
}

/** Everything `execute` may answer. Yields of an async iterable are progress; the last one is the result. */
export type ToolReturn<Output> =
  | Output
  | ToolResult
  | Promise<Output | ToolResult>
  | AsyncIterable<Output | ToolResult>

export type LogLevel =
  | 'debug'
  | 'info'
  | 'notice'
  | 'warning'
  | 'error'
  | 'critical'
  | 'alert'
  | 'emergency'

export interface ToolProgress {
  progress?: number
  total?: number
  message?: string
  /** A preliminary result or any JSON value a host may show. */
  data?: unknown
}

/** A question to the person in front of the host. `requestedSchema` is a flat object of primitives (MCP elicitation). */
export interface ElicitRequest {
  message: string
  requestedSchema: JsonSchema
}

export type ElicitResult =
  | { action: 'accept'; content: Record<string, unknown> }
  | { action: 'decline' | 'cancel' }

/** What a running tool knows and may do. */
export interface ToolContext {
  /** Unique per call. */
  callId: string
  /** Aborts on cancel and on timeout. */
  signal: AbortSignal
  progress(update: ToolProgress): void
  log(level: LogLevel, message: string, data?: unknown): void
  /** Present only when the host can ask its user. Rejects with code ELICITATION_UNSUPPORTED otherwise, and with
   * ELICITATION_INVALID for an answer that does not fit `requestedSchema`. */
  elicit?(request: ElicitRequest): Promise<ElicitResult>
  /**
   * Calls another tool inside this call: the host's budgets, hook and services hold for it too, and it stops
   * when this call stops. Present in every call made by `callTool`. Never rejects.
   */
  call?(tool: ToolDefinition, input: unknown, options?: CallToolOptions): Promise<ToolResult>
  /** Takes the events of a macro's steps; present when the host listens. */
  onStep?(event: StepEvent): void
  /** Whatever the host chose to pass; core never reads it. */
  host?: unknown
  parentCallId?: string
  /** Stable over retries and replays of the same call: safe to send to a service as an idempotency key. */
  idempotencyKey?: string
  /** 1 on the first try, and on a host that can't tell (a durable engine): go by `idempotencyKey`. */
  attempt: number
}

export type { ContentBlock, ToolResult }
