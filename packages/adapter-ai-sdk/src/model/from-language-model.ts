import type { Json, Model, ModelPart, ModelRequest } from '@toolprism/harness'
import type { CallOptions, LanguageModelLike, StreamPart } from './language-model-types'
import { readModelError } from './read-model-error'
import { readFinishReason, readUsage } from './read-usage'
import { type ToolMedia, toPrompt } from './to-prompt'

export interface FromLanguageModelOptions {
  /** Context window in tokens, when known: the harness compacts by it. */
  contextWindow?: number
  /** False when the model reads text alone: the harness then puts a note in place of each image. */
  acceptsImages?: boolean
  /**
   * Where images of tool results go.
   * @default 'native'
   */
  toolMedia?: ToolMedia
  /** Call settings of every request (`temperature`, `topP`, `seed`, `reasoning`, `headers`, …). */
  settings?: Record<string, unknown>
  /** Provider options of every request; those of a run are laid over them, provider by provider. */
  providerOptions?: Record<string, Record<string, unknown>>
  /** Called with what the provider says it could not honour. */
  onWarning?: (warning: unknown) => void
}

/**
 * Makes a harness Model of a model of any AI SDK provider (LanguageModelV3 of `ai` 6, V4 of `ai` 7).
 * @throws TypeError for a model string or another specification version, naming what to do.
 */
export function fromLanguageModel(
  model: LanguageModelLike,
  options: FromLanguageModelOptions = {},
): Model {
  const version = specificationOf(model)
  return {
    id: `${model.provider}/${model.modelId}`,
    ...(options.contextWindow === undefined ? {} : { contextWindow: options.contextWindow }),
    ...(options.acceptsImages === undefined ? {} : { acceptsImages: options.acceptsImages }),
    stream: (request) => streamParts(model, version, request, options),
  }
}

function specificationOf(model: LanguageModelLike): 3 | 4 {
  if (typeof model === 'string')
    throw new TypeError(
      `fromLanguageModel got the string ${JSON.stringify(model)}; pass a model object, such as openai(${JSON.stringify(model)}).`,
    )
  const { specificationVersion } = model
  if (specificationVersion === 'v4') return 4
  if (specificationVersion === 'v3') return 3
  throw new TypeError(
    `fromLanguageModel got a model of specification ${JSON.stringify(specificationVersion)}; expected 'v3' (ai 6) or 'v4' (ai 7). Update the provider package.`,
  )
}

async function* streamParts(
  model: LanguageModelLike,
  version: 3 | 4,
  request: ModelRequest,
  options: FromLanguageModelOptions,
): AsyncGenerator<ModelPart> {
  let reader: ReadableStreamDefaultReader<StreamPart> | undefined
  try {
    const call = toCallOptions(request, version, options)
    // The structural model types its options as never, as each provider names its own.
    const { stream } = await untilAborted(model.doStream(call as never), request.signal)
    reader = (stream as ReadableStream<StreamPart>).getReader()
    for (;;) {
      const { done, value } = await untilAborted(reader.read(), request.signal)
      if (done) {
        yield readModelError(new Error('The model stream ended without a finish part.'))
        return
      }
      for (const warning of value.warnings ?? []) options.onWarning?.(warning)
      const part = toModelPart(value)
      if (part) yield part
      if (part?.type === 'finish' || part?.type === 'error') return
    }
  } catch (error) {
    if (request.signal.aborted) throw error
    yield readModelError(error)
  } finally {
    // Not awaited: a provider that hangs in cancel must not hold the run.
    reader?.cancel().catch(() => undefined)
  }
}

function toCallOptions(
  request: ModelRequest,
  version: 3 | 4,
  options: FromLanguageModelOptions,
): CallOptions {
  const providerOptions = mergeOptions(options.providerOptions, request.options)
  const toolMedia = options.toolMedia ?? 'native'
  const call: CallOptions = {
    ...options.settings,
    prompt: toPrompt(request.messages, { version, toolMedia }),
    abortSignal: request.signal,
    ...(providerOptions ? { providerOptions } : {}),
  }
  if (request.maxOutputTokens !== undefined) call.maxOutputTokens = request.maxOutputTokens
  if (request.tools.length === 0) return call
  call.tools = request.tools.map((tool) => ({
    type: 'function',
    name: tool.name,
    description: tool.description,
    inputSchema: tool.inputSchema,
    ...(tool.inputExamples?.length
      ? { inputExamples: tool.inputExamples.map((input) => ({ input })) }
      : {}),
  }))
  call.toolChoice = { type: request.toolChoice ?? 'auto' }
  return call
}

function mergeOptions(
  base: Record<string, Record<string, unknown>> | undefined,
  own: { [key: string]: Json } | undefined,
): Record<string, Record<string, unknown>> | undefined {
  if (!base && !own) return undefined
  const merged: Record<string, Record<string, unknown>> = { ...base }
  for (const [provider, settings] of Object.entries(own ?? {}))
    if (typeof settings === 'object' && settings !== null && !Array.isArray(settings))
      merged[provider] = { ...merged[provider], ...settings }
  return merged
}

function toModelPart(part: StreamPart): ModelPart | undefined {
  const { id = '', delta = '' } = part
  const metadata = part.providerMetadata ? { providerMetadata: part.providerMetadata as Json } : {}
  switch (part.type) {
    case 'text-delta':
    case 'reasoning-delta':
      return { type: part.type, delta, id, ...metadata }
    case 'text-start':
    case 'text-end':
      // Signatures and item ids often come with the ends alone: an empty delta carries them.
      return part.providerMetadata ? { type: 'text-delta', delta: '', id, ...metadata } : undefined
    case 'reasoning-start':
    case 'reasoning-end':
      return part.providerMetadata
        ? { type: 'reasoning-delta', delta: '', id, ...metadata }
        : undefined
    case 'tool-input-start':
      return part.providerExecuted
        ? undefined
        : { type: 'tool-input-start', id, toolName: part.toolName ?? '' }
    case 'tool-input-delta':
      return { type: 'tool-input-delta', id, delta }
    case 'tool-call':
      return part.providerExecuted ? undefined : toToolCall(part, metadata)
    case 'finish': {
      const usage = readUsage(part.usage)
      const finishReason = readFinishReason(part.finishReason)
      return { type: 'finish', finishReason, ...(usage ? { usage } : {}) }
    }
    case 'error':
      return readModelError(part.error)
    default:
      return undefined
  }
}

function toToolCall(part: StreamPart, metadata: { providerMetadata?: Json }): ModelPart {
  const { input } = part
  return {
    type: 'tool-call',
    toolName: part.toolName ?? '',
    input: typeof input === 'string' ? input : (JSON.stringify(input) ?? ''),
    ...(part.toolCallId === undefined ? {} : { toolCallId: part.toolCallId }),
    ...metadata,
  }
}

/** A provider that ignores the signal must not keep the run: whichever settles first wins. */
function untilAborted<T>(work: PromiseLike<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
    const settle = () => signal.removeEventListener('abort', onAbort)
    Promise.resolve(work).then(
      (value) => {
        settle()
        resolve(value)
      },
      (error) => {
        settle()
        reject(error)
      },
    )
  })
}
