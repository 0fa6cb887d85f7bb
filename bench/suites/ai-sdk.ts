import { toAiTools } from '@toolprism/adapter-ai-sdk'
import { defineTool, type ToolDefinition } from '@toolprism/core'
import * as ai7 from 'ai'
import * as ai6 from 'ai6'
import * as z from 'zod'
import { type Bench, median, type Suite } from '../lib/bench.mjs'

const small = z.object({ query: z.string(), limit: z.number(), exact: z.boolean() })
const filter = z.object({ field: z.string(), op: z.enum(['eq', 'lt']), value: z.number() })
const mid = small.extend({
  filters: z.array(filter),
  sort: z.object({ by: z.string(), descending: z.boolean() }),
  tags: z.array(z.string()),
})
const row = z.object({ id: z.number(), name: z.string(), score: z.number(), open: z.boolean() })
const large = z.object({ rows: z.array(row) })

const smallInput = { query: 'a', limit: 3, exact: true }
const midInput = {
  ...smallInput,
  filters: [1, 2, 3, 4, 5].map((value) => ({ field: `f${value}`, op: 'eq', value })),
  sort: { by: 'name', descending: false },
  tags: ['a', 'b', 'c', 'd'],
}
const largeInput = {
  rows: Array.from({ length: 2000 }, (_, id) => ({
    id,
    name: `n${id}`,
    score: id / 2,
    open: true,
  })),
}

const readOnly = { readOnlyHint: true }
const answer = { ok: true }

/** One tool call, then a text: the shortest loop there is. The model keeps no record of its calls. */
function oneCall(version: 6 | 7, input: string | undefined) {
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: 1, text: 1, reasoning: undefined },
  }
  const text = {
    content: [{ type: 'text', text: 'done' }],
    finishReason: { unified: 'stop' },
    usage,
    warnings: [],
  }
  const call = {
    content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'work', input }],
    finishReason: { unified: 'tool-calls' },
    usage,
    warnings: [],
  }
  return {
    specificationVersion: `v${version - 3}`,
    provider: 'bench',
    modelId: 'bench',
    supportedUrls: {},
    doGenerate: async ({ prompt }: { prompt: unknown[] }) =>
      input === undefined || prompt.length > 1 ? text : call,
  }
}

// The two majors are used alike, and the models are hand-made: their types add nothing here.
// biome-ignore lint/suspicious/noExplicitAny: as the line above says.
type Loose = any
const hosts: { version: 6 | 7; ai: Loose; name: string; stopWhen: Loose }[] = [
  { version: 7, ai: ai7, name: 'ai', stopWhen: ai7.isStepCount(5) },
  { version: 6, ai: ai6, name: 'ai6', stopWhen: ai6.stepCountIs(5) },
]

function loop(host: (typeof hosts)[number], tools: Loose, input?: string) {
  const model = oneCall(host.version, input)
  return async () => {
    const result = await host.ai.generateText({
      model,
      tools,
      stopWhen: host.stopWhen,
      prompt: 'go',
      maxRetries: 0,
    })
    if (result.text !== 'done') throw new Error('the loop did not end')
    return result
  }
}

async function validatedCalls(bench: Bench): Promise<void> {
  const sizes = {
    small: [small, smallInput],
    mid: [mid, midInput],
    large: [large, largeInput],
  } as const
  for (const host of hosts)
    for (const [size, [inputSchema, input]] of Object.entries(sizes)) {
      const text = JSON.stringify(input)
      const version = bench.packageVersion(host.name)
      const definition = defineTool({
        name: 'work',
        description: 'Works',
        annotations: readOnly,
        inputSchema,
        execute: () => answer,
      })
      const written = host.ai.tool({ description: 'Works', inputSchema, execute: () => answer })
      const schema = z.toJSONSchema(inputSchema, { target: 'draft-7', io: 'input' })
      const ready = host.ai.jsonSchema(schema, {
        validate: (value: unknown) => {
          const parsed = inputSchema.safeParse(value)
          return parsed.success
            ? { success: true, value: parsed.data }
            : { success: false, error: parsed.error }
        },
      })
      await bench.compare({
        case: `generateText, one ${size} validated call, AI SDK ${host.version}`,
        floor: 'hand-written tool()',
        subjects: {
          'hand-written tool()': { version, run: loop(host, { work: written }, text) },
          toolprism: {
            run: loop(host, toAiTools([definition], { version: host.version }), text),
            goal: { max: 1.1 },
          },
          'tool() with a ready jsonSchema()': {
            version,
            run: loop(
              host,
              {
                work: host.ai.tool({
                  description: 'Works',
                  inputSchema: ready,
                  execute: () => answer,
                }),
              },
              text,
            ),
          },
        },
      })
    }
}

function hundred(): ToolDefinition[] {
  return Array.from({ length: 100 }, (_, index) =>
    defineTool({
      name: `tool_${index}`,
      description: `Tool ${index}`,
      annotations: readOnly,
      inputSchema: z.object({ ...mid.shape, [`own_${index}`]: z.string() }),
      execute: () => answer,
    }),
  )
}

async function manyTools(bench: Bench): Promise<void> {
  const definitions = hundred()
  for (const host of hosts) {
    const written = Object.fromEntries(
      definitions.map(({ name, description, inputSchema }) => [
        name,
        host.ai.tool({ description, inputSchema, execute: () => answer }),
      ]),
    )
    const version = bench.packageVersion(host.name)
    await bench.compare({
      case: `generateText with 100 tools, no call, AI SDK ${host.version}`,
      floor: '100 zod tools',
      subjects: {
        '100 zod tools': { version, run: loop(host, written) },
        toolprism: {
          run: loop(host, toAiTools(definitions, { version: host.version })),
          goal: { max: 0.15 },
        },
        'no tools': { version, run: loop(host, undefined) },
      },
    })
  }
}

function conversion(bench: Bench): void {
  const definitions = hundred()
  const time = (run: () => unknown) => {
    const start = performance.now()
    run()
    return performance.now() - start
  }
  const first = time(() => toAiTools(definitions))
  for (let run = 0; run < 200; run++) toAiTools(definitions)
  const warm = median(Array.from({ length: 50 }, () => time(() => toAiTools(definitions))))
  const row = { case: 'toAiTools of 100 tools', subject: 'toolprism', unit: 'ms' }
  bench.record({ ...row, metric: 'first time', value: first })
  bench.record({ ...row, metric: 'warm', value: warm, goal: { max: 5, on: 'value' } })
}

export default {
  name: 'ai-sdk',
  about:
    'A whole generateText loop with a model that answers at once. Every subject parses the JSON text, validates, executes and gives the result back to the model; ours also holds the input and output budgets. The hand-written tool() is what its documentation shows: a zod schema and a function.',
  async run(bench) {
    conversion(bench)
    await validatedCalls(bench)
    await manyTools(bench)
  },
} satisfies Suite
