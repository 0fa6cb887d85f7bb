import * as agents from '@openai/agents-core'
import { createAgent, type ModelPart } from '@toolprism/harness'
import * as ai from 'ai'
import * as z from 'zod'

/** One answer of the mock model, in the parts of LanguageModelV4: some text, then a call, or the end. */
export function* answer(step: number, steps: number) {
  yield { type: 'stream-start', warnings: [] }
  yield { type: 'text-start', id: 't' }
  yield { type: 'text-delta', id: 't', delta: 'I look ' }
  yield { type: 'text-delta', id: 't', delta: 'it up ' }
  yield { type: 'text-delta', id: 't', delta: 'now.' }
  yield { type: 'text-end', id: 't' }
  if (step < steps) {
    const id = `call_${step}`
    yield { type: 'tool-input-start', id, toolName: 'noop' }
    yield { type: 'tool-input-delta', id, delta: '{"n":' }
    yield { type: 'tool-input-delta', id, delta: `${step}}` }
    yield { type: 'tool-input-end', id }
    yield { type: 'tool-call', toolCallId: id, toolName: 'noop', input: `{"n":${step}}` }
  }
  const unified = step < steps ? 'tool-calls' : 'stop'
  const inputTokens = { total: 10, noCache: 10, cacheRead: undefined, cacheWrite: undefined }
  const outputTokens = { total: 5, text: 5, reasoning: undefined }
  yield {
    type: 'finish',
    finishReason: { unified, raw: unified },
    usage: { inputTokens, outputTokens },
  }
}

const schema = z.object({ n: z.number() })
const execute = async () => 'ok'

/** When each step of the last run began. */
export type Marks = Float64Array

/**
 * The least that does the job: reads the stream part by part, parses and validates the arguments, awaits four hooks,
 * gives every event to three listeners and keeps it, grows the transcript.
 */
export async function floorLoop(steps: number, marks?: Marks): Promise<number> {
  const events: unknown[] = []
  const messages: unknown[] = [{ role: 'user', content: 'go' }]
  let seen = 0
  const listeners = [() => seen++, () => seen++, () => seen++]
  const emit = (event: unknown) => {
    events.push(event)
    for (const listener of listeners) listener()
  }
  const hook = async () => {}
  for (let step = 1; ; step++) {
    if (marks) marks[step] = performance.now()
    emit({ type: 'step.started', step })
    await hook()
    let text = ''
    const calls: { id: string; name: string; input: string }[] = []
    for await (const part of asAsync(answer(step, steps))) {
      if (part.type === 'text-delta') {
        text += part.delta
        emit({ type: 'text.delta', delta: part.delta })
      } else if (part.type === 'tool-input-delta') emit({ type: 'tool.input', delta: part.delta })
      else if (part.type === 'tool-call')
        calls.push({ id: part.toolCallId!, name: part.toolName!, input: part.input! })
    }
    await hook()
    messages.push({ role: 'assistant', content: [{ type: 'text', text }, ...calls] })
    if (calls.length === 0) break
    const results = await Promise.all(
      calls.map(async (call) => {
        const input = schema.parse(JSON.parse(call.input))
        await hook()
        emit({ type: 'tool.started', callId: call.id, input })
        const result = await execute()
        await hook()
        emit({ type: 'tool.completed', callId: call.id, result })
        return { callId: call.id, result }
      }),
    )
    messages.push({ role: 'tool', content: results })
    emit({ type: 'step.ended', step })
  }
  return messages.length + seen
}

// The parts of V4 and the harness' subset of them have no common type worth writing down here.
// biome-ignore lint/suspicious/noExplicitAny: as the line above says.
type Part = any

async function* asAsync(parts: Iterable<Part>): AsyncGenerator<Part> {
  yield* parts
}

async function* asModelParts(parts: Iterable<Part>): AsyncGenerator<ModelPart> {
  for (const part of parts)
    yield part.type === 'finish'
      ? { type: 'finish', finishReason: part.finishReason.unified, usage: { input: 10, output: 5 } }
      : part
}

const hooks = {
  beforeModelCall: async () => {},
  afterModelCall: async () => {},
  beforeToolCall: async () => {},
  afterToolCall: async () => {},
}

export function harnessAgent(steps: number) {
  return createAgent({
    model: { id: 'bench', stream: ({ step }) => asModelParts(answer(step, steps)) },
    tools: [
      {
        name: 'noop',
        description: 'Does nothing.',
        inputSchema: schema,
        annotations: { readOnlyHint: true },
        execute,
      },
    ],
    hooks,
    limits: { maxSteps: steps + 1 },
  })
}

export async function harnessLoop(steps: number, marks?: Marks): Promise<number> {
  const run = harnessAgent(steps).run('go')
  let seen = 0
  run.subscribe(() => seen++)
  run.subscribe(() => seen++)
  run.subscribe((event) => {
    if (marks && event.type === 'step.started') marks[event.step!] = performance.now()
  })
  const result = await run.finished
  if (result.status !== 'completed') throw new Error(`${result.status}: ${result.error?.message}`)
  return result.transcript.length + seen
}

function v4Model(steps: number): Part {
  let step = 0
  return {
    specificationVersion: 'v4',
    provider: 'bench',
    modelId: 'bench',
    supportedUrls: {},
    doStream: async () => {
      const parts = answer(++step, steps)
      const stream = new ReadableStream({
        pull(controller) {
          const { value, done } = parts.next()
          if (done) controller.close()
          else controller.enqueue(value)
        },
      })
      return { stream }
    },
    doGenerate: async () => {
      const content: Part[] = []
      let finish: Part
      for (const part of answer(++step, steps) as Iterable<Part>) {
        if (part.type === 'tool-call') content.push(part)
        else if (part.type === 'finish') finish = part
      }
      content.unshift({ type: 'text', text: 'I look it up now.' })
      return { content, finishReason: finish.finishReason, usage: finish.usage, warnings: [] }
    },
  }
}

const aiTools = { noop: ai.tool({ description: 'Does nothing.', inputSchema: schema, execute }) }

export async function streamTextLoop(steps: number): Promise<number> {
  const result = ai.streamText({
    model: v4Model(steps),
    tools: aiTools,
    prompt: 'go',
    stopWhen: ai.isStepCount(steps + 1),
  })
  let seen = 0
  for await (const _ of result.fullStream) seen++
  return seen
}

export async function toolLoopAgentLoop(steps: number): Promise<number> {
  const agent = new ai.ToolLoopAgent({
    model: v4Model(steps),
    tools: aiTools,
    stopWhen: ai.isStepCount(steps + 1),
  })
  const result = await agent.stream({ prompt: 'go' })
  let seen = 0
  for await (const _ of result.fullStream) seen++
  return seen
}

export async function generateTextLoop(steps: number): Promise<number> {
  const result = await ai.generateText({
    model: v4Model(steps),
    tools: aiTools,
    prompt: 'go',
    stopWhen: ai.isStepCount(steps + 1),
  })
  return result.steps.length
}

export async function openaiAgentsLoop(steps: number): Promise<number> {
  agents.setTracingDisabled(true)
  let step = 0
  const model: Part = {
    async getResponse() {
      const output: Part[] = [
        {
          type: 'message',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: 'I look it up now.' }],
        },
      ]
      if (++step < steps)
        output.push({
          type: 'function_call',
          callId: `call_${step}`,
          name: 'noop',
          arguments: `{"n":${step}}`,
          status: 'completed',
        })
      const usage = new agents.Usage({
        requests: 1,
        inputTokens: 10,
        outputTokens: 5,
        totalTokens: 15,
      })
      return { usage, output }
    },
  }
  const agent = new agents.Agent({
    name: 'bench',
    model,
    tools: [
      agents.tool({ name: 'noop', description: 'Does nothing.', parameters: schema, execute }),
    ],
  })
  const result = await agents.run(agent, 'go', { maxTurns: steps + 1 })
  return result.history.length
}
