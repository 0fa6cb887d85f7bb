import {
  buildAuthoringGuide,
  createCompositionResources,
  createCompositionTools,
} from '@toolprism/composition'
import { toJsonSchema } from '@toolprism/core'
import { expect, test } from 'vitest'
import { bundleEntry } from '../../../tools/bundle'
import { call, runtime, runtimeWithView, text, view } from './support'

// What a model reads. Raise a number only with its reason beside it.
test('tools/list of the six tools: 4,096 bytes, each description 1,024 characters', () => {
  const tools = createCompositionTools({ runtime: runtimeWithView() })
  const listed = tools.map(({ name, title, description, inputSchema, annotations }) => ({
    name,
    title,
    description,
    annotations,
    inputSchema: toJsonSchema(inputSchema as never),
  }))
  expect(JSON.stringify(listed).length).toBeLessThanOrEqual(4_096)
  for (const { description } of tools) expect(description.length).toBeLessThanOrEqual(1_024)
})

test('guide without views: 4,096 bytes', () => {
  expect(Buffer.byteLength(buildAuthoringGuide({ runtime }))).toBeLessThanOrEqual(4_096)
})

test('each description of one type: 2,560 bytes', async () => {
  const tools = createCompositionTools({ runtime })
  for (const { type } of runtime.primitives) {
    const answer = text(await call(tools, 'describe_primitives', { types: [type] }))
    expect(Buffer.byteLength(answer), type).toBeLessThanOrEqual(2_560)
  }
})

test('whole schema: 14,336 bytes', () => {
  const [, schema] = createCompositionResources({ runtime })
  expect(schema!.read().length).toBeLessThanOrEqual(14_336)
})

test('style sheet of a view: 6,144 bytes', () => {
  const everything = view(...runtime.primitives.map((entry) => entry.example))
  const { html } = runtime.surfaces.html.render(everything)
  expect(/<style>(.*)<\/style>/.exec(html)![1]!.length).toBeLessThanOrEqual(6_144)
})

const src = new URL('../src/', import.meta.url).pathname

// With the parts of core that are used; zod is a peer, the JSON Schema engine loads on first use.
test.each([
  ['index.ts', 6_000],
  ['author.ts', 4_000],
  ['runtime.ts', 32_000],
])('%s, minified and gzip', async (entry, ceiling) => {
  const { gzip, inputs } = await bundleEntry(src + entry, ['zod', '@cfworker/json-schema'])
  expect(gzip).toBeLessThanOrEqual(ceiling)
  // A program that draws views calls no tool.
  expect(inputs.filter((path) => path.endsWith('core/src/call-tool.ts'))).toEqual([])
  if (entry === 'index.ts') {
    const foreign = inputs.filter((path) =>
      /composition\/src\/(runtime|print|pack|svg|takumi)\//.test(path),
    )
    expect(foreign).toEqual([])
  }
})
