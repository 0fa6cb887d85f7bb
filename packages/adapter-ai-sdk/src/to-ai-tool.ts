import {
  type CallToolOptions,
  type CheckInputOptions,
  callTool,
  checkTool,
  type JsonSchema,
  type ToolDefinition,
  type ToolProgress,
  type ToolResult,
  toJsonSchema,
} from '@toolprism/core'
import {
  type AdvertisedSchema,
  type AiInputSchema,
  type AiSchema,
  toAiInputSchema,
  toAiOutputSchema,
} from './ai-schema'
import type { AiExecuteOptions, AiModelOutput, AiVersion, JsonObject } from './ai-types'
import { createCallIds } from './call-ids'
import { progressOutput } from './progress-output'
import { toAiOutput } from './to-ai-output'
import { toModelOutput } from './to-model-output'
import { approvalOf, defaultApproval, type ToolApproval } from './tool-approval'
import { ToolExecutionError } from './tool-execution-error'
import { withProgress } from './with-progress'

/** What reaches the app: the tool's own value, or a ToolResult when a value alone would lose something. */
export type AiToolOutput<Output> = unknown extends Output ? unknown : Output | ToolResult

/** A tool of the AI SDK, fit for `tools` of `generateText`, `streamText` and `ToolLoopAgent`. */
export interface AiTool<Input = unknown, Output = unknown, Version extends AiVersion = 7> {
  description: string
  title?: string
  inputSchema: AiSchema<Input>
  outputSchema?: AiSchema<Output>
  inputExamples?: { input: Input }[]
  strict?: boolean
  /** For the UI (`toolMetadata` of calls and parts); the AI SDK never sends it to the model. */
  metadata: JsonObject
  needsApproval?: boolean | ((input: Input) => boolean | Promise<boolean>)
  execute(input: Input, options: AiExecuteOptions): PromiseLike<Output> | AsyncIterable<Output>
  toModelOutput(options: {
    toolCallId: string
    input: unknown
    output: unknown
  }): AiModelOutput<Version>
}

export interface ToAiToolOptions<Version extends AiVersion = AiVersion>
  extends Pick<CheckInputOptions, 'inputBudget' | 'repair'>,
    Pick<CallToolOptions, 'timeoutMs' | 'outputBudget' | 'beforeExecute' | 'onLog'> {
  /**
   * The major of `ai`: it decides the shape of image and file parts.
   * @default seen from the first call; 7 until then
   */
  version?: Version
  /**
   * What tools find in `context.host`: a value, or a function of the AI SDK's execute options.
   * @default those options (`toolCallId`, `messages`, `context` or `experimental_context`)
   */
  host?: unknown
  /**
   * Which calls ask the user first.
   * @default 'destructive'
   */
  approval?: ToolApproval
  /**
   * What a failed tool does: `throw` gives the model the text and the UI an `output-error`; `return` hands
   * the failed ToolResult to the app, and the UI shows it as output.
   * @default 'throw'
   */
  onError?: 'throw' | 'return'
  /**
   * Shows progress as preliminary outputs.
   * @default for tools whose `execute` takes the context or is a generator
   */
  progress?: boolean
  /** Sends audio as file parts rather than as a note. @default false */
  audio?: boolean
  /** Asks the provider for strict inputs, where the profile has no obstacle. @default left to the provider */
  strict?: boolean
  /**
   * What the provider is sent in place of the schema; core still checks the whole one. For example
   * `(schema) => applyProfile(schema, 'openai-strict')` with `@toolprism/core/profiles`.
   */
  profile?: (schema: JsonSchema) => AdvertisedSchema
}

/**
 * Carries one tool into the AI SDK as a plain object.
 * @throws ToolError INVALID_DEFINITION or SCHEMA_UNSUPPORTED for a tool no host could list.
 */
export function toAiTool<Input, Output, Version extends AiVersion = 7>(
  tool: ToolDefinition<Input, Output>,
  options: ToAiToolOptions<Version> = {},
): AiTool<Input, AiToolOutput<Output>, Version> {
  checkTool(tool, { allowWideName: true })
  const { inputBudget, repair } = options
  const check: CheckInputOptions = {
    ...(inputBudget === undefined ? {} : { inputBudget }),
    ...(repair === undefined ? {} : { repair }),
  }
  const document = toJsonSchema(tool.inputSchema, { target: 'draft-07' })
  const advertised = options.profile?.(document) ?? { schema: document }
  const input = toAiInputSchema(tool, check, advertised)
  const seen: Seen = { version: options.version }
  const made: AiTool<unknown, unknown, Version> = {
    ...describe(tool),
    inputSchema: input.schema,
    ...(options.strict === undefined
      ? {}
      : { strict: options.strict && !advertised.obstacles?.length }),
    ...needsApproval(tool, options.approval ?? defaultApproval),
    execute: createExecute(tool, input, options, seen),
    toModelOutput: ({ output }) =>
      toModelOutput(output, {
        version: (seen.version ?? 7) as Version, // seen from the host that runs it
        audio: options.audio ?? false,
      }),
  }
  // The types of a definition are its schemas', which `input.schema` and `execute` carry at run time.
  return made as AiTool<Input, AiToolOutput<Output>, Version>
}

interface Seen {
  version: AiVersion | undefined
}

function describe(tool: ToolDefinition) {
  const title = tool.presentation?.label ?? tool.title ?? tool.annotations?.title
  const metadata: JsonObject = {
    // Both are plain JSON by contract.
    ...(tool.presentation ? { presentation: tool.presentation as JsonObject } : {}),
    ...(tool.annotations ? { annotations: tool.annotations as JsonObject } : {}),
  }
  return {
    description: tool.llmHint?.trim()
      ? `${tool.description}\n\n[${tool.llmHint.trim()}]`
      : tool.description,
    ...(title === undefined ? {} : { title }),
    ...(tool.outputSchema ? { outputSchema: toAiOutputSchema(tool.outputSchema) } : {}),
    ...(tool.inputExamples?.length
      ? { inputExamples: tool.inputExamples.map((example) => ({ input: example })) }
      : {}),
    metadata,
  }
}

function needsApproval(tool: ToolDefinition, approval: ToolApproval) {
  const asks = approvalOf(tool, approval)
  if (asks === false) return {}
  if (asks === true || typeof approval !== 'function') return { needsApproval: true }
  return { needsApproval: (input: unknown) => approval(tool, input) }
}

function createExecute(
  tool: ToolDefinition,
  input: AiInputSchema,
  options: ToAiToolOptions,
  seen: Seen,
): AiTool['execute'] {
  const { timeoutMs, outputBudget, beforeExecute, onLog, inputBudget, repair } = options
  const fixed: CallToolOptions = definedOnly({
    timeoutMs,
    outputBudget,
    beforeExecute,
    onLog,
    inputBudget,
    repair,
  })
  const nextCallId = createCallIds()
  const run = async (
    value: unknown,
    call: AiExecuteOptions,
    onProgress?: (update: ToolProgress) => void,
  ) => {
    seen.version ??= 'experimental_context' in call ? 6 : 7
    const parsed = input.take(value)
    const result = await callTool(tool, parsed ?? value, {
      ...fixed,
      callId: nextCallId(call.toolCallId),
      signal: call.abortSignal,
      host: hostOf(options.host, call),
      inputChecked: parsed !== undefined,
      ...(onProgress ? { onProgress } : {}),
    })
    if (result.isError && options.onError !== 'return') throw new ToolExecutionError(result)
    return toAiOutput(result)
  }
  if (!(options.progress ?? mayReport(tool))) return (value, call) => run(value, call)
  return (value, call) =>
    withProgress((report) => run(value, call, (update) => report(progressOutput(update))))
}

/** A generator's final value is sent twice by the AI SDK, so only tools that can report are made one. */
function mayReport(tool: ToolDefinition): boolean {
  return tool.execute.length > 1 || tool.execute.constructor.name === 'AsyncGeneratorFunction'
}

function hostOf(host: unknown, call: AiExecuteOptions): unknown {
  if (host === undefined) return call
  return typeof host === 'function' ? host(call) : host
}

function definedOnly(options: { [K in keyof CallToolOptions]: CallToolOptions[K] | undefined }) {
  const entries = Object.entries(options).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as CallToolOptions // only absent settings were dropped
}
