import type { ToolAnnotations, ToolDefinition, ToolPresentation } from '@toolprism/core'
import type { Clock } from './clock'
import type { AgentHooks } from './hook-types'
import type { Json } from './json'
import type { Message } from './message'
import type { Model, ModelResolver } from './model'
import type { Decision, PermissionOptions } from './permission-types'
import type { Run, RunOptions } from './run-types'
import type { Skill } from './skill-types'
import type { ResumeOptions, Snapshot } from './snapshot-types'

/** Something a call touches: calls of one turn that touch the same thing, one of them writing, keep their order. */
export interface ToolResource {
  /** Any name: `file:/a/b`, `db`. `*` touches everything. */
  key: string
  mode: 'read' | 'write'
}

/** What the loop should know about a tool beyond its definition. */
export interface ToolHints<Input = unknown> {
  /**
   * What a call touches; `[]` for nothing shared.
   * @default reads of everything for a read-only tool, a write of everything for any other
   */
  resources?(input: Input): readonly ToolResource[]
  /** Equal calls are normal (polling): the repeat breaker looks away. */
  repeats?: true
  /**
   * Whether a call whose outcome is unknown after a crash may run again.
   * @default 'repeat' for read-only and idempotent tools, else 'never'
   */
  replay?: 'repeat' | 'never'
  /** Results of this tool survive compaction (a skill's body). */
  keep?: true
  /** A call that succeeds ends the run as `completed`, with the text of its result as the run's last words. */
  ends?: true
  /** Characters of its result the model may get, when not the agent's `maxResultCharacters`. */
  maxResultCharacters?: number
  /** The tool's annotations are another party's claims: it always asks. True for names that begin with `mcp__`. */
  remote?: boolean
}

/** A tool the agent runs: core's definition, with hints for the loop where it needs any. */
// biome-ignore lint/suspicious/noExplicitAny: as ToolDefinition, an annotated tool reads its input freely.
export interface AgentTool<Input = any, Output = unknown> extends ToolDefinition<Input, Output> {
  hints?: ToolHints<Input>
}

/** What a tool finds in `context.host`. */
export interface ToolHost {
  runId: string
  agent: Agent
  step: number
  /** Live text of this call, to append. */
  output(delta: string): void
  /** A presentation for the events of this call from now on, over the registered one. */
  present(presentation: ToolPresentation): void
  /** Sends a `custom` event. */
  emit(name: string, data: Json): void
  /** What any call of this run has kept under a key. */
  kept(key: string): Json | undefined
  /**
   * Keeps a small value with the run, its snapshots and its journal: what a tool must still know when the run goes
   * on in another process. `null` forgets it; of more than 2,000 entries the one set longest ago gives way.
   * Throws RangeError for a key or a value of more than 2,000 characters.
   */
  keep(key: string, value: Json): void
  /** What the caller gave the run as `host`. */
  host?: unknown
}

export interface RepeatLimits {
  /**
   * At this many equal calls the call is answered with a notice instead of running.
   * @default 3
   */
  warn?: number
  /**
   * At this many the run ends with status `repetition`.
   * @default 5
   */
  stop?: number
  /**
   * How many of the last calls are looked at.
   * @default 20
   */
  window?: number
}

/** What a spill function gets: a result too long for the model. */
export interface SpillRequest {
  runId: string
  callId: string
  toolName: string
  /** Redacted already. */
  text: string
}

export interface AgentLimits {
  /** @default 50 */
  maxSteps?: number
  /**
   * One more model call without tools when steps or tokens are used up, so that the run ends with an answer.
   * @default true
   */
  finalAnswer?: boolean
  /**
   * Calls of one turn that run at the same time.
   * @default 8
   */
  maxToolConcurrency?: number
  /**
   * Milliseconds a call may take; a tool's own `timeoutMs` wins. 0 is unlimited.
   * @default 120000
   */
  toolTimeoutMs?: number
  /**
   * Milliseconds a model may be silent. 0 is unlimited.
   * @default 90000
   */
  modelIdleTimeoutMs?: number
  /**
   * Characters of a tool result the model gets: head and tail, with a mark between.
   * @default 20000
   */
  maxResultCharacters?: number
  /** Keeps the whole of a result that was cut, and answers where it is (`./node` writes a file). */
  spill?(request: SpillRequest): string | Promise<string>
  /** `false` switches the repeat breaker off. */
  repeat?: RepeatLimits | false
  /** Input and output tokens of the whole run. */
  tokenBudget?: number
  /** Milliseconds of the whole run, pauses not counted. */
  timeBudgetMs?: number
  /**
   * Milliseconds a call may go on after an abort before the run ends without it.
   * @default 0
   */
  abortGraceMs?: number
  /** Passed to the model. */
  maxOutputTokens?: number
  /**
   * Events a run keeps for late and slow readers.
   * @default 10000
   */
  maxEvents?: number
}

export interface RetryOptions {
  /**
   * Attempts after the first.
   * @default 4
   */
  max?: number
  /**
   * Milliseconds before the first retry; doubled each time, with jitter.
   * @default 1000
   */
  baseDelayMs?: number
  /**
   * The longest wait in milliseconds, Retry-After included: a provider that asks for more fails the run.
   * @default 60000
   */
  maxDelayMs?: number
}

export interface ContextOptions {
  /**
   * Tokens the model can read.
   * @default the model's `contextWindow`, else no compaction
   */
  window?: number
  /**
   * Tokens kept free for the answer.
   * @default 1/8 of the window
   */
  reserve?: number
  /**
   * Turns that are never compacted.
   * @default 3
   */
  keepTurns?: number
  /** @default about four characters a token */
  countTokens?(text: string): number
  /**
   * Replaces the built-in summary by the model: answers the text that stands for the messages. `false`: no summary, old results are cleared only.
   */
  summarize?:
    | false
    | ((messages: readonly Message[], signal: AbortSignal) => string | Promise<string>)
}

/** A reducer over what an agent does: events always, narrower tools only with `enforce`. */
export interface Phases {
  initial: string
  /** Pure. Called with each settled call. */
  next(
    phase: string,
    call: { toolName: string; state: string; annotations: ToolAnnotations },
  ): string
  /** Tools the model has in a phase; absent phases have all. Names may hold `*`. */
  tools?: Record<string, readonly string[]>
  /**
   * Refuses calls outside `tools`, before the phase moves.
   * @default false
   */
  enforce?: boolean
}

/** A pattern whose matches are replaced, or a function over a text. */
export type Redactor = RegExp | string | ((text: string) => string)

export interface AgentOptions {
  /** A model, or a name for `resolveModel`. May be missing until the first run. */
  model?: Model | string
  /** Given to `resolveModel`. */
  provider?: string
  apiKey?: string
  baseURL?: string
  /** Makes a model of `{ provider, model, … }`: `providerModel` of `@toolprism/adapter-ai-sdk/model` is one. */
  resolveModel?: ModelResolver
  /** The system message; a list is joined by blank lines. */
  instructions?: string | readonly string[]
  /** Definitions, and names of `groups`. */
  tools?: readonly (AgentTool | string)[]
  /** What names in `tools` stand for. */
  groups?: Record<string, readonly AgentTool[]>
  permissions?: PermissionOptions
  /** Turns every `ask` into `allow`. `deny` still denies. */
  autoApprove?: boolean
  hooks?: AgentHooks | readonly AgentHooks[]
  skills?: readonly Skill[]
  /** Removes secrets from what the model reads, the transcript, events, snapshots and spilled results. */
  redact?: Redactor | readonly Redactor[]
  limits?: AgentLimits
  retry?: RetryOptions
  context?: ContextOptions
  phases?: Phases
  /**
   * `typescript` describes the tools as TypeScript declarations in the instructions too.
   * @default 'native'
   */
  toolPrompt?: 'native' | 'typescript'
  /**
   * Repairs arguments that are off only by type: a JSON string where an object or list is wanted.
   * @default true
   */
  repairArguments?: boolean
  /** Passed to the provider untouched. */
  modelOptions?: { [key: string]: Json }
  /** @default the real one */
  clock?: Clock
}

export interface RegisterOptions {
  /** Replaces a tool of that name instead of throwing. */
  override?: boolean
  /** Puts the tools in a group as well. */
  group?: string
}

export interface Registration {
  names: string[]
  /** `next-run` while a run is going on: its tools are frozen. */
  effective: 'now' | 'next-run'
  /** Tools left out, and why. */
  problems: ToolProblem[]
}

/** A tool that could not be taken; the others are not affected. */
export interface ToolProblem {
  toolName: string
  code: string
  message: string
}

export interface Agent {
  /** Many at once on one agent. Throws only for a wrong set-up: no model, bad history. */
  run(input: string, options?: RunOptions): Run
  /** Goes on from a snapshot. Throws when the snapshot is not one or the tools have changed. */
  resume(snapshot: Snapshot, decisions?: Record<string, Decision>, options?: ResumeOptions): Run
  registerTool(tool: AgentTool, options?: RegisterOptions): Registration
  addTools(tools: readonly AgentTool[], options?: RegisterOptions): Registration
  removeTool(name: string): boolean
  /** Copies, by tool name, of the tools that have one. */
  getToolPresentations(): Record<string, ToolPresentation>
  /** The tools of the next run, sorted by name. */
  readonly tools: readonly AgentTool[]
  /** Tools that were left out, and why. */
  readonly problems: readonly ToolProblem[]
}
