import * as ai7 from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import * as ai6 from 'ai6'
import { MockLanguageModelV3 } from 'ai6/test'

/** One tool call or the final text of a scripted model turn. */
export type Turn = { text?: string; calls?: { name: string; input: string; id?: string }[] }

export interface RunOptions {
  tools: any
  turns: Turn[]
  messages?: any[]
  abortSignal?: AbortSignal
  extra?: Record<string, unknown>
}

/** What every way of running an AI SDK loop is compared by. */
export interface Outcome {
  /** What the app and the UI get for each call. */
  outputs: Record<string, unknown>
  /** Error messages of failed calls. */
  errors: Record<string, string>
  /** What the model got for each call, in the last request. */
  toModel: Record<string, any>
  text: string
  /** Every request the model got, as the provider would. */
  requests: any[]
  messages: any[]
  parts: any[]
}

export type Way = 'generateText' | 'streamText' | 'ToolLoopAgent'
export const ways: Way[] = ['generateText', 'streamText', 'ToolLoopAgent']

export interface Host {
  version: 6 | 7
  run(way: Way, options: RunOptions): Promise<Outcome>
  /** The UI chunks of a streamed run. */
  uiChunks(options: RunOptions): Promise<any[]>
  ai: any
  mock(turns: Turn[]): any
}

const usage = {
  inputTokens: { total: 3, noCache: 3, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 2, text: 2, reasoning: undefined },
}

function content(turn: Turn): any[] {
  const calls = (turn.calls ?? []).map((call, index) => ({
    type: 'tool-call' as const,
    toolCallId: call.id ?? `${call.name}-${index}`,
    toolName: call.name,
    input: call.input,
  }))
  return [...(turn.text ? [{ type: 'text' as const, text: turn.text }] : []), ...calls]
}

function finishReason(turn: Turn) {
  const unified = turn.calls?.length ? ('tool-calls' as const) : ('stop' as const)
  return { unified, raw: unified }
}

function streamOf(turn: Turn): ReadableStream<any> {
  const parts = content(turn).flatMap((part, index) =>
    part.type === 'text'
      ? [
          { type: 'text-start', id: `t${index}` },
          { type: 'text-delta', id: `t${index}`, delta: part.text },
          { type: 'text-end', id: `t${index}` },
        ]
      : [part],
  )
  const all = [
    { type: 'stream-start', warnings: [] },
    ...parts,
    { type: 'finish', finishReason: finishReason(turn), usage },
  ]
  return new ReadableStream({
    start(controller) {
      for (const part of all) controller.enqueue(part)
      controller.close()
    },
  })
}

export function mockModel(version: 6 | 7, turns: Turn[]): any {
  const Mock: any = version === 7 ? MockLanguageModelV4 : MockLanguageModelV3
  let next = 0
  const take = () => turns[next++] ?? { text: 'done' }
  return new Mock({
    doGenerate: async () => {
      const turn = take()
      return { content: content(turn), finishReason: finishReason(turn), usage, warnings: [] }
    },
    doStream: async () => ({ stream: streamOf(take()) }),
  })
}

function makeHost(version: 6 | 7, ai: any): Host {
  const stopWhen = version === 7 ? ai.isStepCount(10) : ai.stepCountIs(10)
  const settings = (model: any, options: RunOptions) => ({
    model,
    tools: options.tools,
    stopWhen,
    maxRetries: 0,
    ...options.extra,
  })
  const prompt = (options: RunOptions) =>
    options.messages ? { messages: options.messages } : { prompt: 'go' }
  const signal = (options: RunOptions) =>
    options.abortSignal ? { abortSignal: options.abortSignal } : {}

  const host: Host = {
    version,
    ai,
    mock: (turns) => mockModel(version, turns),
    async run(way, options) {
      const model = mockModel(version, options.turns)
      if (way === 'streamText') {
        const result = ai.streamText({
          ...settings(model, options),
          ...prompt(options),
          ...signal(options),
          onError: () => undefined,
        })
        await result.consumeStream()
        const steps = await result.steps
        return outcome(
          version,
          steps,
          await result.text,
          (await result.response).messages,
          model.doStreamCalls,
        )
      }
      const result =
        way === 'generateText'
          ? await ai.generateText({
              ...settings(model, options),
              ...prompt(options),
              ...signal(options),
            })
          : await new ai.ToolLoopAgent(settings(model, options)).generate({
              ...prompt(options),
              ...signal(options),
            })
      return outcome(
        version,
        result.steps,
        result.text,
        result.response.messages,
        model.doGenerateCalls,
      )
    },
    async uiChunks(options) {
      const result = ai.streamText({
        ...settings(mockModel(version, options.turns), options),
        ...prompt(options),
        ...signal(options),
        onError: () => undefined,
      })
      const stream =
        version === 7
          ? ai.toUIMessageStream({ stream: result.stream, tools: options.tools })
          : result.toUIMessageStream({ onError: (error: any) => String(error?.message ?? error) })
      const chunks: any[] = []
      for await (const chunk of stream) chunks.push(chunk)
      return chunks
    },
  }
  return host
}

function outcome(
  version: 6 | 7,
  steps: any[],
  text: string,
  messages: any[],
  requests: any[],
): Outcome {
  const parts = steps.flatMap((step) => step.content)
  const outputs: Record<string, unknown> = {}
  const errors: Record<string, string> = {}
  for (const part of parts) {
    if (part.type === 'tool-result') outputs[part.toolCallId] = part.output
    if (part.type === 'tool-error')
      errors[part.toolCallId] =
        version === 7 || part.error instanceof Error
          ? part.error instanceof Error
            ? part.error.message
            : String(part.error)
          : String(part.error)
  }
  const toModel: Record<string, any> = {}
  for (const message of requests.at(-1)?.prompt ?? [])
    if (message.role === 'tool')
      for (const part of message.content)
        if (part.type === 'tool-result') toModel[part.toolCallId] = part.output
  return { outputs, errors, toModel, text, requests, messages, parts }
}

export const hosts: Host[] = [makeHost(7, ai7), makeHost(6, ai6)]
