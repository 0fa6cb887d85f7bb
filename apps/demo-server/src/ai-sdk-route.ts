import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { toAiTools } from '@toolprism/adapter-ai-sdk'
import type { ToolDefinition } from '@toolprism/core'
import { convertToModelMessages, isStepCount, streamText, type UIMessage } from 'ai'
import { Hono } from 'hono'
import type { ChosenModel } from './choose-model'
import { plannerLanguageModel } from './planner/planner-language-model'

/** The same tools through the AI SDK's own `streamText`, as a UI message stream for `useChat`. */
export function aiSdkRoute(tools: ToolDefinition[], { endpoint }: ChosenModel): Hono {
  const aiTools = toAiTools(tools, { approval: 'unless-read-only' })
  const approvalSecret = crypto.randomUUID()
  const model = endpoint
    ? createOpenAICompatible({ name: 'demo', ...endpoint })(endpoint.modelId)
    : plannerLanguageModel()
  return new Hono().post('/', async (context) => {
    const body = (await context.req.json().catch(() => undefined)) as
      | { messages?: unknown }
      | undefined
    if (!Array.isArray(body?.messages))
      return context.json(
        { error: 'Expected a JSON body with `messages`, as useChat sends it.' },
        400,
      )
    const messages = await convertToModelMessages(body.messages as UIMessage[], { tools: aiTools })
    const result = streamText({
      model,
      messages,
      tools: aiTools,
      stopWhen: isStepCount(8),
      abortSignal: context.req.raw.signal,
      // An approval is believed only when this server asked for it.
      experimental_toolApprovalSecret: approvalSecret,
    })
    return result.toUIMessageStreamResponse()
  })
}
