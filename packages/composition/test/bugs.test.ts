import {
  buildAuthoringGuide,
  checkComposition,
  createCompositionPrompts,
  createCompositionTools,
  jsonResult,
} from '@toolprism/composition'
import { sanitizeHref } from '@toolprism/composition/author'
import { createRuntime, standardPack } from '@toolprism/composition/runtime'
import { toJsonSchema } from '@toolprism/core'
import { expect, test, vi } from 'vitest'
import * as z from 'zod'
import { parse, readText } from './markdown-support'
import { slackViolations } from './slack-rules'
import { call, json, runtime, text, view } from './support'

// The thirty failures of other implementations, each with the shortest input that shows it.
const tools = createCompositionTools({ runtime })
const divider = { type: 'divider' }
const { surfaces } = runtime
const lines = (value: unknown) =>
  checkComposition(runtime, value).errors.map((error) => error.message)

test('1: a body 1,000 levels deep is a finding, not an overflow', async () => {
  let node: unknown = divider
  for (let level = 0; level < 1_000; level++) node = { type: 'section', title: 's', body: [node] }
  const answer = json(await call(tools, 'validate', { composition: view(node) }))
  expect(answer['errors']).toEqual([expect.stringContaining('64 levels')])
})

test('2: what is drawn is what was checked, whatever a proxy says later', async () => {
  let reads = 0
  const node = new Proxy({ type: 'text', text: 'checked' }, { get: () => `evil${reads++}` })
  const drawn = text(await call(tools, 'render', { composition: view(node), format: 'text' }))
  expect(drawn).toContain('checked')
  expect(reads).toBe(0)
})

test.each([
  [Object.create({ body: [divider] })],
  [Object.defineProperty({ type: 'view' }, 'body', { get: () => [divider], enumerable: true })],
  [{ ...view(divider), meta: { at: new Date(0) } }],
])('3: data that only looks plain is refused %#', (value) => {
  expect(checkComposition(runtime, value).errors[0]!.code).toBe('INPUT_NOT_PLAIN_DATA')
})

test('4: a huge sparse array is refused by its length', () => {
  expect(lines(view({ type: 'list', items: new Array(5_000_000) }))[0]).toContain('20000 values')
})

test('5: a built view that contains itself is not echoed', async () => {
  const cyclic: Record<string, unknown> = { type: 'view', title: 'x' }
  cyclic['body'] = cyclic
  const own = createRuntime({
    packs: [standardPack],
    views: [{ id: 'v', title: 'V', build: () => cyclic as never }],
  })
  const result = await call(createCompositionTools({ runtime: own }), 'request_view', { id: 'v' })
  expect(json(result)).toEqual({
    valid: false,
    errors: ['The input contains itself.'],
    warnings: [],
  })
})

test('6: a result always has text', () => {
  expect(jsonResult(undefined)).toEqual({ content: [{ type: 'text', text: 'null' }] })
  expect(jsonResult({ n: 1n }).isError).toBe(true)
})

test('7: a thrown value without a prototype is told without another throw', async () => {
  const broken = {
    ...runtime,
    validate: () => {
      throw Object.create(null)
    },
  }
  const result = await call(createCompositionTools({ runtime: broken }), 'validate', {
    composition: {},
  })
  expect(result.isError).toBe(true)
})

test('8: keyless tools and the prompt are callable with nothing', async () => {
  expect((await tools[0]!.handler(tools[0]!.inputSchema.parse({}))).isError).toBeUndefined()
  expect(createCompositionPrompts({ runtime })[0]!.build({})).toContain('# View authoring')
})

test('9: a handler called with a host context instead of input still answers', async () => {
  const context = { signal: new AbortController().signal, requestId: 1 }
  expect((await tools[0]!.handler(context)).isError).toBeUndefined()
})

test('10: no name, rule or view id can add a heading to the guide', () => {
  const own = createRuntime({ packs: [standardPack] })
  for (const id of ['hosts\n## Injected', 'a`b'])
    own.viewRegistry.register({ id, title: 'T\n## Injected', build: () => view(divider) })
  const guide = buildAuthoringGuide({ runtime: own, rules: ['Short\u2028## Also'] })
  expect(guide).not.toMatch(/^## (Injected|Also)/m)
  expect(guide).not.toContain('\u2028')
})

test('11: an error in a data object with a type names its primitive', () => {
  const value = view({ type: 'fields', items: [{ type: 'stat', label: 'a', value: null }] })
  for (const error of checkComposition(runtime, value).errors) expect(error.nodeType).toBe('fields')
})

test.each(['constructor', '__proto__', 'toString'])('12: %s is no known type', async (type) => {
  expect(runtime.validate(view({ type })).valid).toBe(false)
  const result = await call(tools, 'describe_primitives', { types: [type] })
  expect(json(result)).toMatchObject({ unknown: [type] })
})

test.each(['javascript&#58alert(1)', 'javascript&#58;alert(1)'])('13: %s is blocked', (url) => {
  expect(sanitizeHref(url)).toBeUndefined()
})

test('13: a double reference stays what it was', () => {
  const node = { type: 'links', items: [{ label: 'a', href: 'javascript&#38;#58;alert(1)' }] }
  expect(surfaces.html.render(view(node)).html).toContain('href="javascript&amp;#38;#58;alert(1)"')
  expect(surfaces.markdown.render(view(node))).not.toMatch(/\(javascript:/)
})

test('14: Markdown in a label stays text', () => {
  const label = '[[x](javascript:y)](javascript:z)'
  const markdown = surfaces.markdown.renderNode({ type: 'text', text: label })
  const tree = parse(markdown)
  expect(readText(tree)).toBe(label)
  expect(JSON.stringify(tree)).not.toContain('"link"')
})

test.each([`${'> '.repeat(4_000)}x`, '['.repeat(5_000)])(
  '15: marks by the thousand are text %#',
  (authored) => {
    const markdown = surfaces.markdown.renderNode({ type: 'text', text: authored })
    expect(markdown.replaceAll('\\', '').replace(/\s+/g, ' ')).toBe(authored)
  },
)

test.each(['www.x.y~', '***x***'])('16: %s is printed and read as it is', (authored) => {
  expect(readText(parse(surfaces.markdown.renderNode({ type: 'text', text: authored })))).toBe(
    authored,
  )
})

test('17: no single long or empty part costs the whole Slack message', () => {
  const node = {
    type: 'table',
    columns: [{ key: 'a', label: '' }],
    rows: [{}, { a: 'x'.repeat(3_001) }],
  }
  const message = surfaces.slack.render(
    view({ type: 'text', text: 'x'.repeat(3_001) }, { type: 'text', text: ' ' }, node),
  )
  expect(slackViolations(message)).toEqual([])
})

test('18: a clamp never splits an emoji', () => {
  const title = `${'x'.repeat(149)}👩‍👩‍👧`
  const [header] = surfaces.slack.render({ ...view(divider), title }).blocks
  expect(header).toMatchObject({ text: { text: `${'x'.repeat(149)}…` } })
})

test('19: links Slack cannot resolve are their labels', () => {
  const items = [
    { label: 'in app', href: '/app/x' },
    { label: 'pipe', href: 'https://e.com/a|b' },
  ]
  const blocks = JSON.stringify(surfaces.slack.render(view({ type: 'links', items })).blocks)
  expect(blocks).toContain('{"type":"text","text":"in app"}')
  expect(blocks).toContain('"url":"https://e.com/a%7Cb"')
})

test('20: table characters count over the whole message', () => {
  const table = {
    type: 'table',
    columns: [{ key: 'a', label: 'A' }],
    rows: Array.from({ length: 60 }, () => ({ a: 'x'.repeat(100) })),
  }
  expect(slackViolations(surfaces.slack.render(view(table, table)))).toEqual([])
})

test('21: a warning prints its path once', async () => {
  const warnings = [{ surface: 'text', path: 'body[0]', message: 'body[0] is wide' }]
  const own = {
    ...runtime,
    validate: () => ({ valid: true, errors: [], warnings, composition: view(divider) }),
  }
  const answer = await call(createCompositionTools({ runtime: own }), 'validate', {
    composition: {},
  })
  expect(json(answer)['warnings']).toEqual(['text: body[0] is wide'])
})

test('22: heading:false leaves the title to the place that shows its own', () => {
  for (const surface of [surfaces.text, surfaces.markdown, surfaces.svg])
    expect(surface.render(view({ type: 'heading', text: 'Own' }), { heading: false })).not.toMatch(
      /^(# )?TITLE/i,
    )
})

test('23: a tone is a word or a sign on every surface', () => {
  const composition = view({ type: 'tags', items: [{ label: 'sev', tone: 'danger' }] })
  expect(surfaces.text.render(composition)).toContain('(danger)')
  expect(surfaces.markdown.render(composition)).toContain('(danger)')
  expect(surfaces.html.render(composition).html).toContain('>Danger<')
  expect(JSON.stringify(surfaces.slack.render(composition))).toContain('(danger)')
  expect(surfaces.svg.render(composition)).toContain('<path')
})

test('24: spaces between inline marks and blank lines in code survive', () => {
  const spans = [{ text: 'a', bold: true }, { text: ' ' }, { text: 'b', italic: true }]
  const { html } = surfaces.html.render(
    view({ type: 'text', text: spans }, { type: 'code', code: 'x\n\n\n  y' }),
  )
  expect(html).toContain('<strong>a</strong> <em>b</em>')
  expect(html).toContain('x\n\n\n  y')
})

test('25: a defaulted input field is optional in the schema of a view', () => {
  const own = createRuntime({
    packs: [standardPack],
    views: [
      {
        id: 'v',
        title: 'V',
        input: z.object({ n: z.number().default(3) }),
        build: () => view(divider),
      },
    ],
  })
  expect(own.viewRegistry.list()[0]!.inputSchema).not.toHaveProperty('required')
})

test('26: an image is an image block, for hosts that map blocks natively', async () => {
  const png = { mimeType: 'image/png', render: () => new Uint8Array([137, 80]) }
  const made = createCompositionTools({ runtime, formats: { png } })
  const result = await call(made, 'render', { composition: view(divider), format: 'png' })
  expect(result.content).toEqual([{ type: 'image', data: 'iVA=', mimeType: 'image/png' }])
})

test('27: an empty map of frames is refused', () => {
  expect(() => createRuntime({ packs: [standardPack], frames: {} })).toThrow(
    expect.objectContaining({ code: 'EMPTY_FRAMES' }),
  )
})

test('28: 20,000 bad nodes are 50 findings and a count', () => {
  const bad = Array.from({ length: 9_000 }, () => ({ type: 'note' }))
  expect(lines(view(...bad))).toHaveLength(51)
})

test('29: an own __proto__ at the boundary reaches the check', async () => {
  const composition = JSON.parse('{"type":"view","body":[{"type":"divider"}],"__proto__":{}}')
  const answer = json(await call(tools, 'validate', { composition }))
  expect(answer).toMatchObject({ valid: false, errors: [expect.stringContaining('__proto__')] })
})

test('30: keyless tools are listed as closed objects', () => {
  expect(toJsonSchema(tools[0]!.inputSchema as never)).toEqual({
    type: 'object',
    properties: {},
    additionalProperties: false,
  })
})

test('a host that spies sees one validation a render', async () => {
  const validate = vi.fn(runtime.validate)
  const made = createCompositionTools({
    runtime: { ...runtime, validate },
    formats: { csv: { mimeType: 'text/csv', render: () => '' } },
  })
  await call(made, 'render', { composition: view(divider), format: 'csv' })
  expect(validate).toHaveBeenCalledOnce()
})
