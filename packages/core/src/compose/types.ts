import type { ToolResult } from '../content'
import type { ExecuteOutput } from '../define-tool'
import type { Icon, ToolPresentation } from '../presentation'
import type { SchemaOutput } from '../schema'
import type { ToolAnnotations, ToolContext, ToolDefinition, ToolSchema } from '../tool'
import type { ToolTracer } from '../trace'

// biome-ignore lint/suspicious/noExplicitAny: the one type every tool fits, whatever its input.
type AnyTool = ToolDefinition<any, any>

/** A tool, or tools by name that run side by side. */
export type StepTool = AnyTool | Readonly<Record<string, AnyTool>>
export type StepTools = readonly StepTool[]

type ToolOutput<Tool> = Tool extends { execute(input: never, context: never): infer Returned }
  ? ExecuteOutput<Returned>
  : unknown

type ToolArgs<Tool> = Tool extends { '~args'?: infer Args }
  ? unknown extends Args
    ? Record<string, unknown>
    : Args
  : Record<string, unknown>

/** What a step leads to: its tool's value, or for a group an object of them. */
export type StepOutput<Tool> = Tool extends { execute: unknown }
  ? ToolOutput<Tool>
  : { -readonly [Name in keyof Tool]: ToolOutput<Tool[Name]> }

/** What `mapArgs` must answer: the tool's input, or for a group an object of them (a name left out is skipped). */
export type StepArgs<Tool> = Tool extends { execute: unknown }
  ? ToolArgs<Tool>
  : { [Name in keyof Tool]?: ToolArgs<Tool[Name]> | undefined }

// The index before, as a table: arithmetic in types costs more.
// biome-ignore format: one line is the table.
type Before = [never, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62]

type StateAt<Tools extends StepTools, Index> = Index extends '0'
  ? undefined
  : Index extends `${infer N extends keyof Before & number}`
    ? StepOutput<Tools[Before[N]]>
    : unknown

type LastOutput<Tools extends StepTools> = Tools extends readonly [...unknown[], infer Last]
  ? StepOutput<Last>
  : unknown

export type Prior<Tools extends StepTools> = {
  readonly [Index in keyof Tools]?: StepOutput<Tools[Index]>
}

export interface StepCallback<Args, State, Values> {
  /** The macro's own input, as its schema parsed it. */
  args: Args
  /** The value of the step before. */
  state: State
  /** The value of every step so far, in order, as the tools answered them. */
  prior: Values
}

export interface RetryOptions {
  /** Attempts in all, the first included. */
  attempts: number
  /** Milliseconds before the second attempt; doubled for each one more. @default 200 */
  delayMs?: number
  /** Milliseconds no delay exceeds. @default 10_000 */
  maxDelayMs?: number
  /** Random part of each delay, 0 to 1. @default 0.5 */
  jitter?: number
  /** Retry although the tool is neither read-only nor idempotent. @default false */
  unsafe?: boolean
}

/** One step of a macro. `State` is the type of the value before it. */
export interface ComposeStep<Args, Tool, State, Values> {
  /** A tool, or an object of tools that run side by side; the state is then an object of their values. */
  tool: Tool
  /** Unique among the steps. @default the tool's name, made unique */
  id?: string
  mapArgs(context: StepCallback<Args, State, Values>): StepArgs<Tool> | Promise<StepArgs<Tool>>
  /** Changes the value before it becomes the state. To change its type, use `mapOutput(tool, change)`. */
  mapResult?(
    result: StepOutput<Tool>,
    context: StepCallback<Args, State, Values>,
  ): StepOutput<Tool> | Promise<StepOutput<Tool>>
  /** True ends the macro after this step. */
  stopWhen?(
    state: StepOutput<Tool>,
    context: { args: Args; prior: Values },
  ): boolean | Promise<boolean>
  /** False skips the step; the state stays that of the step before. */
  when?(context: StepCallback<Args, State, Values>): boolean | Promise<boolean>
  /** Attempts in all, or how to retry: thrown errors and results marked retryable, never refused input. @default none */
  retry?: number | RetryOptions
  /** Milliseconds, for each attempt. @default the tool's own */
  timeoutMs?: number
  /** When all attempts failed: end the macro, go on with an undefined state, or leave out the rest. @default 'stop' */
  onError?: 'stop' | 'continue' | 'skip-rest'
  /** The value to go on with when all attempts failed, or a function that makes it. */
  fallback?:
    | StepOutput<Tool>
    | ((failure: {
        error: string
        args: Args
        state: State
        prior: Values
      }) => StepOutput<Tool> | Promise<StepOutput<Tool>>)
  /** How many tools of a group run at once. @default all */
  concurrency?: number
}

export type ComposeSteps<Args, Tools extends StepTools> = {
  [Index in keyof Tools]: ComposeStep<Args, Tools[Index], StateAt<Tools, Index>, Prior<Tools>>
}

declare const unset: unique symbol
export type Unset = typeof unset

/** The macro's input: as stated (`composeTool<Args>`), or what its schema parses to. */
export type MacroArgs<Args, Schema> = [Args] extends [Unset] ? SchemaOutput<Schema> : Args

export interface FinalizeContext<Args, Tools extends StepTools> {
  args: Args
  /** The last value; undefined when the first step never gave one. */
  state: LastOutput<Tools> | undefined
  prior: { readonly [Index in keyof Tools]: StepOutput<Tools[Index]> | undefined }
  /** How each step ended, in order. */
  outcomes: readonly StepOutcome[]
}

export type MacroOutput<Tools extends StepTools> = LastOutput<Tools>

export interface ComposeOptions<Args, Schema, Tools extends StepTools, Final> {
  name: string
  title?: string
  /** @default the name in words */
  description?: string
  inputSchema?: Schema
  /** Older name of `inputSchema`. */
  schema?: Schema
  outputSchema?: ToolSchema
  /** Made from the steps'. What is stated here can only make the macro look less safe, unless `trustAnnotations`. */
  annotations?: ToolAnnotations
  /** Take `annotations` as stated, even where they claim more than the steps do. @default false */
  trustAnnotations?: boolean
  presentation?: ToolPresentation
  icons?: Icon[]
  llmHint?: string
  meta?: Record<string, unknown>
  /** Milliseconds for the whole macro. */
  timeoutMs?: number
  steps: ComposeSteps<Args, Tools>
  /** Makes the macro's answer; runs after a normal end and after `stopWhen`. @default the last state */
  finalize?(context: FinalizeContext<Args, Tools>): Final | Promise<Final>
  onStep?(event: StepEvent): void
  /** Told once when `onStep` throws; the run goes on. */
  onListenerError?(error: unknown): void
  /** Spans for the macro and each call in it. */
  tracer?: ToolTracer
  /** For tests: waits and tells the time. */
  clock?: ComposeClock
}

export interface ComposeClock {
  /** Milliseconds. */
  now(): number
  /** Resolves after the time; rejects, or resolves early, when the signal aborts. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>
  /** 0 to 1. */
  random(): number
}

export type StepStatus = 'ok' | 'failed' | 'skipped' | 'aborted' | 'fallback'

export interface StepOutcome {
  id: string
  /** Name of the tool; of a group, the names joined by a comma. */
  tool: string
  status: StepStatus
  attempts: number
  durationMs: number
  /** Left out of what is reported beside the result. */
  result?: unknown
  error?: string
}

interface StepEventBase {
  /** Index of the step. */
  step: number
  id: string
  /** Name of the tool. */
  tool: string
  /** Ids of the steps around it, outermost first, its own last. */
  path: readonly string[]
  /** The macro's call. */
  macroCallId: string
  callId: string
  attempt: number
}

export type StepEvent =
  | (StepEventBase & { type: 'start'; args: unknown })
  | (StepEventBase & { type: 'progress'; update: unknown })
  | (StepEventBase & { type: 'retry'; error: string; delayMs: number })
  | (StepEventBase & {
      type: 'end' /** The value before `mapResult`. */
      result: unknown
      durationMs: number
    })
  | (StepEventBase & { type: 'error'; error: string; durationMs: number })
  | (StepEventBase & { type: 'skip'; reason: 'when' | 'stopped' | 'failed' | 'aborted' })

/** A macro is a tool; it can also tell what it would do. */
export interface ComposedTool<Args, Output, RawArgs = unknown>
  extends ToolDefinition<Args, Output> {
  readonly '~args'?: RawArgs
  /** What each step would do with this input. Nothing is executed, unless a tool has a `dryRun` of its own. */
  dryRun(input: unknown, context?: Partial<ToolContext>): Promise<DryRunReport>
}

export interface DryRunReport {
  name: string
  /** Why the input itself would be refused. */
  refused?: string
  steps: DryRunStep[]
}

export interface DryRunStep {
  id: string
  tool: string
  /** `planned`: would be called with `args`; `answered`: the tool's own dryRun gave `result`; `unknown`: see `waitsFor`. */
  status: 'planned' | 'answered' | 'unknown' | 'skipped' | 'refused'
  args?: unknown
  result?: unknown
  /** The step whose value its arguments need. */
  waitsFor?: string
  error?: string
}

export type { ToolResult }
