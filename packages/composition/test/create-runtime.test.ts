import { definePrimitive } from '@toolprism/composition/author'
import { cardFrame, createRuntime, singleFrame, standardPack } from '@toolprism/composition/runtime'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { runtime, view } from './support'

const divider = { type: 'divider' }
const code = (expected: string) => expect.objectContaining({ code: expected })

test('packs are checked at construction', () => {
  expect(() => createRuntime({ packs: [] })).toThrow(code('EMPTY_PACKS'))
  expect(() => createRuntime({ packs: [{ primitives: [] }] })).toThrow(code('EMPTY_PACK'))
  expect(() => createRuntime({ packs: [standardPack, standardPack] })).toThrow(
    expect.objectContaining({
      code: 'DUPLICATE_PRIMITIVE_TYPE',
      message: expect.stringContaining('heading, text'),
    }),
  )
})

test('a wrong budget throws at construction', () => {
  expect(() => createRuntime({ packs: [standardPack], inputBudget: { depth: 0 } })).toThrow(/depth/)
})

const catalog = { purpose: 'P.', useWhen: [], avoidWhen: [] }

test('a primitive may not declare what every node has, and its example is of its type', () => {
  const define = (type: string, fields: z.ZodRawShape, example: unknown) =>
    definePrimitive(type, {
      ...catalog,
      example,
      fields: fields as Record<string, z.ZodType>,
      lower: () => [],
    })
  expect(() => define('a', { id: z.string() }, { type: 'a' })).toThrow(code('RESERVED_NODE_FIELD'))
  expect(() => define('a', {}, { type: 'b' })).toThrow(code('INVALID_PRIMITIVE'))
  expect(() => define('constructor', {}, { type: 'constructor' })).toThrow(
    code('INVALID_PRIMITIVE'),
  )
  expect(() => define('a b', {}, { type: 'a b' })).toThrow(code('INVALID_PRIMITIVE'))
})

test('a primitive of a host prints on every surface without printer code', () => {
  const metric = definePrimitive('metric', {
    ...catalog,
    example: { type: 'metric', name: 'a' },
    fields: { name: z.string() },
    lower: ({ name }) => [{ kind: 'para', spans: [{ text: name, bold: true }] }],
  })
  const own = createRuntime({ packs: [standardPack, { primitives: [metric] }] })
  const composition = view({ type: 'metric', name: 'p95' })
  expect(own.surfaces.text.render(composition)).toContain('p95')
  expect(own.surfaces.markdown.render(composition)).toContain('**p95**')
  expect(own.surfaces.html.render(composition).html).toContain('<strong>p95</strong>')
  expect(JSON.stringify(own.surfaces.slack.render(composition))).toContain('p95')
  expect(own.surfaces.svg.render(composition)).toContain('p95')
  expect(runtime.validate(composition).valid).toBe(false)
})

test('two runtimes keep their vocabularies apart inside containers', () => {
  const note = definePrimitive('note', {
    ...catalog,
    example: { type: 'note' },
    fields: {},
    lower: () => [{ kind: 'rule' }],
  })
  const nested = view({ type: 'section', title: 's', body: [{ type: 'note' }] })
  expect(
    createRuntime({ packs: [standardPack, { primitives: [note] }] }).validate(nested).valid,
  ).toBe(true)
  expect(runtime.validate(nested).valid).toBe(false)
})

test('every example of the standard pack is valid and at most 200 bytes', () => {
  for (const entry of runtime.primitives) {
    expect(runtime.validate(view(entry.example)).errors).toEqual([])
    expect(JSON.stringify(entry.example).length, entry.type).toBeLessThanOrEqual(200)
    expect(entry.useWhen.length).toBeGreaterThan(0)
    expect(entry.avoidWhen.length).toBeGreaterThan(0)
  }
  expect(runtime.primitives).toHaveLength(20)
})

test('describePrimitives takes own types only and stubs the union', () => {
  const { describePrimitives } = runtime.getAuthoringContext()
  const { schema } = describePrimitives(['section'])
  const { $defs } = schema as { $defs: Record<string, object> }
  expect($defs).toHaveProperty('section')
  expect($defs['bodyNode']).toEqual({ description: expect.any(String) })
  expect($defs).not.toHaveProperty('stat')
  for (const type of ['constructor', '__proto__', 'toString'])
    expect(() => describePrimitives([type])).toThrow(code('UNKNOWN_PRIMITIVE_TYPE'))
})

test('the schema is slim: no id, surfaces or safe-integer bounds, no alias definitions', () => {
  const text = JSON.stringify(runtime.getAuthoringContext().schema)
  expect(text).not.toMatch(/"surfaces"|9007199254740991|__schema/)
})

test('every surface refuses an invalid composition; html can collect the findings', () => {
  const bad = view({ type: 'nope' })
  const { html, ...others } = runtime.surfaces
  for (const surface of Object.values(others))
    expect(() => surface.render(bad)).toThrow(code('COMPOSITION_INVALID'))
  const collected = html.render(bad)
  expect(collected.validationErrors).toHaveLength(1)
  expect(collected.html).toContain('body[0].type must be one of')
  expect(() => html.render(bad, { onValidationError: 'throw' })).toThrow(
    code('COMPOSITION_INVALID'),
  )
  expect(() => html.render(new Map() as never)).toThrow(code('COMPOSITION_INVALID'))
})

test('renderNode draws a node as the only one of an untitled view', () => {
  expect(runtime.surfaces.text.renderNode({ type: 'text', text: 'a' })).toBe('a')
  expect(runtime.surfaces.html.renderNode({ type: 'text', text: 'a' }).html).toContain(
    'aria-label="View"',
  )
})

test('a node shows only on its surfaces, and a container of hidden nodes prints nothing', () => {
  const composition = view(
    { type: 'text', text: 'everywhere' },
    { type: 'section', title: 'Hidden', body: [{ type: 'text', text: 'x', surfaces: ['html'] }] },
  )
  expect(runtime.surfaces.text.render(composition)).not.toContain('Hidden')
  expect(runtime.surfaces.html.render(composition).html).toContain('Hidden')
})

test('frames: sizes, rules and names', () => {
  expect(() => createRuntime({ packs: [standardPack], frames: {} })).toThrow(code('EMPTY_FRAMES'))
  expect(() => createRuntime({ packs: [standardPack], defaultFrame: 'x' })).toThrow(
    code('UNKNOWN_FRAME'),
  )
  const own = createRuntime({
    packs: [standardPack],
    frames: { card: cardFrame, single: singleFrame },
  })
  const { snapshot } = own.surfaces
  expect(() => snapshot.render(view(divider))).toThrow(code('AMBIGUOUS_FRAME'))
  expect(() => snapshot.render(view(divider), { frame: 'constructor' })).toThrow(
    code('UNKNOWN_FRAME'),
  )
  expect(snapshot.render(view(divider), { frame: 'card' }).width).toBe(640)
  const section = { type: 'section', title: 's', body: [divider] }
  expect(() => snapshot.renderPages([view(section), view(divider)], { frame: 'single' })).toThrow(
    expect.objectContaining({
      code: 'INVALID_FRAME_BODY',
      message: expect.stringMatching(/^Page 2/),
    }),
  )
  expect(() => snapshot.renderPages([])).toThrow(code('EMPTY_PAGES'))
})

test('a snapshot has one size and one scheme', () => {
  const { snapshot } = runtime.surfaces
  const short = snapshot.render(view(divider))
  expect(short).toMatchObject({ width: 960, fixedHeight: false, warnings: [] })
  expect(short.css).not.toMatch(/light-dark|var\(--av/)
  const long = view(...Array(30).fill({ type: 'text', text: 'a' }))
  const pages = snapshot.renderPages([view(divider), long])
  expect(pages.pages).toHaveLength(2)
  expect(pages.height).toBeGreaterThan(short.height)
  const cut = snapshot.render(long, { width: 600, height: 200, theme: 'dark' })
  expect(cut).toMatchObject({ width: 600, height: 200, fixedHeight: true })
  expect(cut.warnings[0]!.message).toContain('is cut at 200')
  expect(cut.css).toContain('#14171c')
})

test('pictures to fetch are warned about', () => {
  const image = { type: 'image', src: 'https://example.com/a.png', alt: 'A' }
  const { warnings } = runtime.surfaces.snapshot.render(
    view({ type: 'section', title: 's', body: [image] }),
  )
  expect(warnings.map((warning) => warning.message)).toEqual([
    expect.stringContaining('"https://example.com/a.png"'),
  ])
})
