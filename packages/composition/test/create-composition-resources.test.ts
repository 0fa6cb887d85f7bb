import {
  buildAuthoringGuide,
  createCompositionPrompts,
  createCompositionResources,
} from '@toolprism/composition'
import { createRuntime, standardPack } from '@toolprism/composition/runtime'
import { expect, test } from 'vitest'
import { runtime, view } from './support'

const divider = { type: 'divider' }

test('two resources in order, under the prefix', () => {
  const uris = (prefix?: string) =>
    createCompositionResources({ runtime, prefix }).map((resource) => resource.uri)
  expect(uris()).toEqual(['composition://authoring-guide', 'composition://composition-schema'])
  expect(uris('isomer')).toEqual(['isomer://authoring-guide', 'isomer://composition-schema'])
})

test('the guide is Markdown with the catalog and no schema; the schema is compact JSON', () => {
  const [guide, schema] = createCompositionResources({ runtime })
  expect(guide!.mimeType).toBe('text/markdown')
  expect(guide!.read()).toContain('## Primitive catalog')
  expect(guide!.read()).not.toContain('## JSON Schema')
  expect(schema!.mimeType).toBe('application/json')
  expect(schema!.description).toContain('composition_describe_primitives')
  expect(schema!.read()).not.toMatch(/\n/)
  const { $defs } = JSON.parse(schema!.read())
  for (const type of ['bodyNode', ...runtime.primitives.map((entry) => entry.type)])
    expect($defs).toHaveProperty(type)
})

test('a view registered later appears in guide and prompt', () => {
  const late = createRuntime({ packs: [standardPack] })
  const [guide] = createCompositionResources({ runtime: late })
  const [prompt] = createCompositionPrompts({ runtime: late })
  late.viewRegistry.register({ id: 'late-view', title: 'Late', build: () => view(divider) })
  expect(guide!.read()).toContain('`late-view`')
  expect(prompt!.build({})).toContain('`late-view`')
})

test('the request stands at the very end, and nowhere without one', () => {
  const [prompt] = createCompositionPrompts({ runtime })
  const guide = buildAuthoringGuide({ runtime })
  expect(prompt!.name).toBe('compose')
  expect(prompt!.build({})).toBe(guide)
  expect(prompt!.build({ request: '# Draw\nthis' })).toBe(`${guide}\n\n## Request\n\n# Draw\nthis`)
  expect(prompt!.argsSchema.parse({})).toEqual({})
})

test('guide, rules and examples reach resource and prompt alike', () => {
  const options = {
    runtime,
    guide: 'My guide.',
    rules: ['Be short.'],
    examples: [{ ...view(divider), meta: { source: 'secret' } }, view(divider, divider)],
  }
  const [guide] = createCompositionResources(options)
  const [prompt] = createCompositionPrompts(options)
  const text = guide!.read()
  expect(prompt!.build({})).toBe(text)
  expect(text).toContain('## Guide\n\nMy guide.')
  expect(text).toContain('## Rules\n\n- Be short.')
  expect(text).toContain(
    '```json\n{"type":"view","title":"Title","body":[{"type":"divider"}]}\n```',
  )
  expect(text).not.toContain('secret')
})

test('the router profile says it routes and drops the examples', () => {
  const guide = buildAuthoringGuide({
    runtime,
    profile: 'registered-view-router',
    examples: [view(divider)],
  })
  expect(guide).toContain('Route questions to registered views')
  expect(guide).not.toContain('## Examples')
})

test('names that would not survive printing bare are quoted', () => {
  const own = createRuntime({ packs: [standardPack] })
  for (const id of ['hosts\n', 'a`b', ' edge'])
    own.viewRegistry.register({
      id,
      title: `T ${id}`,
      answers: ['q\nr'],
      build: () => view(divider),
    })
  const guide = buildAuthoringGuide({ runtime: own })
  expect(guide).toContain('- `"hosts\\n"` — T hosts ')
  expect(guide).toContain('- ``a`b`` — T a`b')
  expect(guide).toContain('- `" edge"` — ')
  expect(guide).toContain('Answers: q r')
})

test('primitives of no group are listed under Other, and groups name only what exists', () => {
  const context = runtime.getAuthoringContext()
  const guide = buildAuthoringGuide({
    runtime: {
      getAuthoringContext: () => ({
        ...context,
        groups: [{ title: 'Mine\n#', types: ['stat', 'ghost'] }],
      }),
    },
  })
  expect(guide).toContain('### Mine #\n\n- `stat`')
  expect(guide.indexOf('### Other')).toBeGreaterThan(guide.indexOf('### Mine'))
  expect(guide).not.toContain('ghost')
})
