import type { Message, Model, ModelPart, ModelRequest, ToolSpec } from '@toolprism/harness'

export const weatherSpec: ToolSpec = {
  name: 'weather',
  description: 'Weather of a city',
  inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
}

export function request(messages: Message[], more: Partial<ModelRequest> = {}): ModelRequest {
  return {
    messages,
    tools: [weatherSpec],
    signal: new AbortController().signal,
    runId: 'run',
    step: 1,
    attempt: 1,
    ...more,
  }
}

export const hello: Message[] = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Weather in Oslo?' },
]

export async function partsOf(model: Model, asked: ModelRequest): Promise<ModelPart[]> {
  const parts: ModelPart[] = []
  for await (const part of await model.stream(asked)) parts.push(part)
  return parts
}

export function summarise(parts: ModelPart[]) {
  const of = <T extends ModelPart['type']>(type: T) =>
    parts.filter((part): part is Extract<ModelPart, { type: T }> => part.type === type)
  const finish = of('finish')[0]
  return {
    text: of('text-delta')
      .map((part) => part.delta)
      .join(''),
    reasoning: of('reasoning-delta')
      .map((part) => part.delta)
      .join(''),
    calls: of('tool-call').map(({ toolName, input, toolCallId }) => ({
      name: toolName,
      input,
      id: toolCallId,
    })),
    finishReason: finish?.finishReason,
    usage: finish?.usage,
    error: of('error')[0],
  }
}
