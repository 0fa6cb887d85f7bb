import type {
  LanguageModelV4,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider'
import type { Message, ModelPart, ToolCallPart, ToolResultPart } from '@toolprism/harness'
import { plannerModel } from './planner-model'

const usage = {
  inputTokens: {
    total: undefined,
    noCache: undefined,
    cacheRead: undefined,
    cacheWrite: undefined,
  },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
}

/** The planner as an AI SDK model, so that `streamText` runs without a key too. */
export function plannerLanguageModel(): LanguageModelV4 {
  const planner = plannerModel()
  const read: LanguageModelV4['doStream'] = async ({ prompt, tools = [], abortSignal }) => {
    const specs = tools.flatMap((tool) =>
      tool.type === 'function'
        ? [
            {
              name: tool.name,
              description: tool.description ?? '',
              inputSchema: tool.inputSchema as Record<string, unknown>,
            },
          ]
        : [],
    )
    const parts = await planner.stream({
      messages: toMessages(prompt),
      tools: specs,
      signal: abortSignal ?? new AbortController().signal,
      runId: 'ai-sdk',
      step: 1,
      attempt: 1,
    })
    return { stream: ReadableStream.from(toStreamParts(parts)) }
  }
  return {
    specificationVersion: 'v4',
    provider: 'toolprism',
    modelId: 'rule-based-planner',
    supportedUrls: {},
    doStream: read,
    doGenerate: () => Promise.reject(new Error('The planner streams; use streamText.')),
  }
}

async function* toStreamParts(
  parts: AsyncIterable<ModelPart>,
): AsyncGenerator<LanguageModelV4StreamPart> {
  yield { type: 'stream-start', warnings: [] }
  let open = false
  let called = false
  for await (const part of parts) {
    if (part.type === 'text-delta') {
      if (!open) yield { type: 'text-start', id: 'answer' }
      open = true
      yield { type: 'text-delta', id: 'answer', delta: part.delta }
    } else if (part.type === 'tool-call') {
      called = true
      yield {
        type: 'tool-call',
        toolCallId: crypto.randomUUID(),
        toolName: part.toolName,
        input: part.input,
      }
    }
  }
  if (open) yield { type: 'text-end', id: 'answer' }
  const unified = called ? 'tool-calls' : 'stop'
  yield { type: 'finish', finishReason: { unified, raw: undefined }, usage }
}

function toMessages(prompt: LanguageModelV4Prompt): Message[] {
  return prompt.flatMap((message): Message[] => {
    switch (message.role) {
      case 'user':
        return [
          {
            role: 'user',
            content: message.content
              .map((part) => (part.type === 'text' ? part.text : ''))
              .join('\n'),
          },
        ]
      case 'assistant': {
        const content = message.content.flatMap((part): ToolCallPart[] =>
          part.type === 'tool-call'
            ? [
                {
                  type: 'tool-call',
                  callId: part.toolCallId,
                  toolName: part.toolName,
                  input: part.input as ToolCallPart['input'],
                },
              ]
            : [],
        )
        return [{ role: 'assistant', content }]
      }
      case 'tool': {
        const content = message.content.flatMap((part): ToolResultPart[] =>
          part.type === 'tool-result'
            ? [
                {
                  type: 'tool-result',
                  callId: part.toolCallId,
                  toolName: part.toolName,
                  ...toResult(part.output),
                },
              ]
            : [],
        )
        return [{ role: 'tool', content }]
      }
      default:
        return []
    }
  })
}

function toResult(output: {
  type: string
  value?: unknown
}): Pick<ToolResultPart, 'content' | 'state' | 'isError'> {
  const failed = output.type.startsWith('error') || output.type === 'execution-denied'
  const pieces =
    output.type === 'content' ? (output.value as { type: string; text?: string }[]) : []
  const image = pieces.some((piece) => piece.type === 'file')
  const text =
    output.type === 'content'
      ? pieces.map((piece) => piece.text ?? '').join('\n')
      : typeof output.value === 'string'
        ? output.value
        : JSON.stringify(output.value ?? '')
  return {
    content: [
      { type: 'text', text },
      ...(image ? [{ type: 'image' as const, data: '', mimeType: 'image/png' }] : []),
    ],
    state: failed ? 'error' : 'ok',
    ...(failed && { isError: true as const }),
  }
}
