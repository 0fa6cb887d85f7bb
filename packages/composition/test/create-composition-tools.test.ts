import {
  type CompositionToolsRuntime,
  compositionToolNames,
  createCompositionTools,
} from '@toolprism/composition'
import { createRuntime, standardPack } from '@toolprism/composition/runtime'
import { describe, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { call, json, nested, runtime, runtimeWithView, text, view } from './support'

const tools = createCompositionTools({ runtime })
const divider = { type: 'divider' }

describe('construction', () => {
  test('six tools in the order of their names, four without views', () => {
    const names = Object.values(compositionToolNames())
    expect(tools.map((tool) => tool.name)).toEqual(names.slice(0, 4))
    const withViews = createCompositionTools({ runtime: runtimeWithView() })
    expect(withViews.map((tool) => tool.name)).toEqual(names)
  })

  test('the prefix isomer gives the names of the source document', () => {
    const named = createCompositionTools({ runtime: runtimeWithView(), prefix: 'isomer' })
    expect(named.map((tool) => tool.name)).toEqual([
      'isomer_authoring_guide',
      'isomer_describe_primitives',
      'isomer_validate',
      'isomer_render',
      'isomer_list_views',
      'isomer_request_view',
    ])
  })

  test('host formats that shadow runtime formats are refused, all of them named', () => {
    const format = { mimeType: 'text/plain', render: () => '' }
    expect(() =>
      createCompositionTools({ runtime, formats: { html: format, png: format, slack: format } }),
    ).toThrow(
      expect.objectContaining({
        code: 'DUPLICATE_FORMAT',
        message: expect.stringMatching(/^Host formats "html", "slack" shadow/),
      }),
    )
  })

  test('whether there are view tools is decided at creation', () => {
    const late = createRuntime({ packs: [standardPack] })
    const made = createCompositionTools({ runtime: late })
    late.viewRegistry.register({ id: 'v', title: 'V', build: () => view(divider) })
    expect(made).toHaveLength(4)
  })
})

describe('authoring guide', () => {
  test('every type is exactly one index bullet', async () => {
    const guide = text(await call(tools, 'authoring_guide'))
    for (const { type } of runtime.primitives)
      expect(guide.split('\n').filter((line) => line.startsWith(`- \`${type}\` — `))).toHaveLength(
        1,
      )
  })

  test('names the views and the describe tool, and holds no schema and no use hints', async () => {
    const made = createCompositionTools({ runtime: runtimeWithView() })
    const guide = text(await call(made, 'authoring_guide'))
    expect(guide).toContain('`hosts`')
    expect(guide).toContain('composition_describe_primitives')
    expect(guide).not.toMatch(/## JSON Schema|Use when:/)
  })

  test('rules stay one bullet each', async () => {
    const rules = ['One idea\n## Injected', 'Short\u2028## Also', 'Two\r\nlines']
    const guide = text(await call(createCompositionTools({ runtime, rules }), 'authoring_guide'))
    expect(guide).toContain('- One idea ## Injected\n- Short ## Also\n- Two lines\n')
    expect(guide).not.toMatch(/[\r\u2028\u2029]/)
  })
})

describe('describe primitives', () => {
  test('prints both entries and a schema whose references all resolve', async () => {
    const answer = text(await call(tools, 'describe_primitives', { types: ['section', 'stat'] }))
    expect(answer).toContain('- `section` — ')
    expect(answer).toContain('- `stat` — ')
    expect(answer).toContain('Use when:')
    const { $defs } = JSON.parse(/```json\n(.*)\n```/.exec(answer)![1]!)
    expect(Object.keys($defs)).toEqual(expect.arrayContaining(['section', 'stat', 'bodyNode']))
    for (const [, name] of answer.matchAll(/#\/\$defs\/(\w+)/g)) expect($defs).toHaveProperty(name!)
  })

  test('unknown types are answered as JSON with the known ones', async () => {
    const types = ['slideFrame', 'text', 'a\n## Injected', 'slideFrame']
    const result = await call(tools, 'describe_primitives', { types })
    expect(result.isError).toBe(true)
    expect(json(result)).toMatchObject({ unknown: ['slideFrame', 'a\n## Injected', 'slideFrame'] })
    expect(json(result)['known']).toEqual(runtime.primitives.map((entry) => entry.type))
    expect(text(result)).not.toContain('\n## Injected')
  })

  test('a type given twice is printed once', async () => {
    const answer = text(await call(tools, 'describe_primitives', { types: ['stat', 'stat'] }))
    expect(answer.match(/^- `stat`/gm)).toHaveLength(1)
  })

  test.each([
    [Array(12).fill('a'), true],
    [Array(13).fill('a'), false],
    [[], false],
    [[''], false],
    [['x'.repeat(200)], true],
    [['x'.repeat(201)], false],
  ])('bounds of types %#', (types, allowed) => {
    expect(tools[1]!.inputSchema.safeParse({ types }).success).toBe(allowed)
  })
})

describe('validate', () => {
  test('a valid node', async () => {
    const result = await call(tools, 'validate', { composition: view(divider) })
    expect(result).not.toHaveProperty('isError')
    expect(json(result)).toEqual({ valid: true, errors: [], warnings: [] })
  })

  test('a broken frame rule is a finding, not an error', async () => {
    const frame = { validateBody: () => ['expected one section'] }
    const made = createCompositionTools({ runtime, frame })
    const result = await call(made, 'validate', { composition: view(divider) })
    expect(result).not.toHaveProperty('isError')
    expect(json(result)).toEqual({ valid: false, errors: ['expected one section'], warnings: [] })
  })

  test('an unknown key in a nested node is one finding that names the primitive', async () => {
    const composition = view({ type: 'section', title: 'x', body: [{ type: 'divider', color: 1 }] })
    const { errors } = json(await call(tools, 'validate', { composition }))
    expect(errors).toEqual([
      'body[0].body[0] (in divider) has unrecognized key color; divider declares no fields',
    ])
  })

  test('depth at the limit is fine, one past it is a finding', async () => {
    const small = createRuntime({ packs: [standardPack], inputBudget: { depth: 9 } })
    const made = createCompositionTools({ runtime: small })
    expect(json(await call(made, 'validate', { composition: nested(9) }))['valid']).toBe(true)
    const over = await call(made, 'validate', { composition: nested(11) })
    expect(over).not.toHaveProperty('isError')
    expect(json(over)).toEqual({
      valid: false,
      errors: [expect.stringContaining('9 levels')],
      warnings: [],
    })
  })

  test('what is no plain data is a finding', async () => {
    const composition = { ...view(divider), meta: { at: new Date(0) } }
    const answer = json(await call(tools, 'validate', { composition }))
    expect(answer).toEqual({
      valid: false,
      errors: [expect.stringContaining('not plain data')],
      warnings: [],
    })
  })
})

describe('render', () => {
  test.each(['text', 'markdown', 'html', 'slack'])(
    '%s, with and without heading',
    async (format) => {
      const composition = view({ type: 'text', text: 'Body' })
      const full = text(await call(tools, 'render', { composition, format }))
      expect(full).toMatch(/title/i)
      expect(full).toContain('Body')
      const made = createCompositionTools({ runtime, heading: false })
      const bare = text(await call(made, 'render', { composition, format }))
      const rest = bare.replace('aria-label="Title"', '').replace(/<style>.*<\/style>/, '')
      expect(rest).not.toMatch(/title/i)
      expect(bare.includes('aria-label="Title"')).toBe(format === 'html')
    },
  )

  test('a frame rule refuses with isError', async () => {
    const made = createCompositionTools({ runtime, frame: { validateBody: () => ['no'] } })
    const result = await call(made, 'render', { composition: view(divider), format: 'text' })
    expect(result).toEqual({
      content: [{ type: 'text', text: JSON.stringify({ valid: false, errors: ['no'] }, null, 2) }],
      isError: true,
    })
  })

  test('the theme option wins over the composition', async () => {
    const composition = { ...view(divider), theme: 'dark' }
    const own = text(await call(tools, 'render', { composition, format: 'html' }))
    expect(own).toContain('data-theme="dark"')
    expect(own).toContain('<style>')
    const light = text(await call(tools, 'render', { composition, format: 'html', theme: 'light' }))
    expect(light).toContain('data-theme="light"')
  })

  test.each([
    [{ ...view(divider), title: 'x'.repeat(1_000_001) }, '1000000 characters'],
    [{ ...view(divider), meta: { at: new Date(0) } }, 'not plain data'],
  ])('a refused input is one reason %#', async (composition, reason) => {
    const result = await call(tools, 'render', { composition, format: 'text' })
    expect(result.isError).toBe(true)
    expect(json(result)).toEqual({ valid: false, errors: [expect.stringContaining(reason)] })
  })

  test('a host format gets the very object the one validation returned', async () => {
    const validate = vi.fn(runtime.validate)
    const render = vi.fn(() => 'drawn')
    const made = createCompositionTools({
      runtime: { ...runtime, validate },
      formats: { csv: { mimeType: 'text/csv', render } },
    })
    const result = await call(made, 'render', {
      composition: view(divider),
      format: 'csv',
      theme: 'dark',
    })
    expect(result).toEqual({ content: [{ type: 'text', text: 'drawn' }] })
    expect(validate).toHaveBeenCalledOnce()
    const { composition } = validate.mock.results[0]!.value
    expect(render).toHaveBeenCalledWith(composition, { theme: 'dark' })
    expect((render.mock.calls[0] as unknown[])[0]).toBe(composition)
  })

  test('a format is refused until registered, and the description lists all in order', () => {
    const input = { composition: view(divider), format: 'png' }
    expect(tools[3]!.inputSchema.safeParse(input).success).toBe(false)
    const png = { mimeType: 'image/png', render: () => '' }
    const made = createCompositionTools({ runtime, formats: { png, csv: png } })
    expect(made[3]!.inputSchema.safeParse(input).success).toBe(true)
    expect(made[3]!.description).toContain('`text`, `markdown`, `html`, `slack`, `png`, `csv`')
  })

  test('bytes past one base64 chunk survive', async () => {
    const bytes = Uint8Array.from({ length: 2 * 0x8000 + 3 }, (_, index) => index % 251)
    const png = { mimeType: 'image/png', render: async () => bytes }
    const made = createCompositionTools({ runtime, formats: { png } })
    const result = await call(made, 'render', { composition: view(divider), format: 'png' })
    const [block] = result.content
    expect(block).toMatchObject({ type: 'image', mimeType: 'image/png' })
    expect(new Uint8Array(Buffer.from((block as { data: string }).data, 'base64'))).toEqual(bytes)
  })

  test.each(['image/svg+xml', 'IMAGE/SVG+XML; charset=utf-8'])(
    '%s text is an image',
    async (mimeType) => {
      const svg = { mimeType, render: () => '<svg>é</svg>' }
      const made = createCompositionTools({ runtime, formats: { svg } })
      const result = await call(made, 'render', { composition: view(divider), format: 'svg' })
      const [block] = result.content
      expect(block).toMatchObject({ type: 'image', mimeType })
      expect(Buffer.from((block as { data: string }).data, 'base64').toString()).toBe(
        '<svg>é</svg>',
      )
    },
  )

  test('other bytes are a resource', async () => {
    const pdf = { mimeType: 'application/pdf', render: () => new Uint8Array([1, 2]) }
    const made = createCompositionTools({ runtime, formats: { pdf }, prefix: 'isomer' })
    const result = await call(made, 'render', { composition: view(divider), format: 'pdf' })
    const resource = { uri: 'isomer://render/pdf', mimeType: 'application/pdf', blob: 'AQI=' }
    expect(result).toEqual({ content: [{ type: 'resource', resource }] })
  })

  test('a rejecting renderer is a failed call with its message', async () => {
    const pdf = { mimeType: 'application/pdf', render: () => Promise.reject(new Error('no font')) }
    const made = createCompositionTools({ runtime, formats: { pdf } })
    const result = await call(made, 'render', { composition: view(divider), format: 'pdf' })
    expect(result).toEqual({ content: [{ type: 'text', text: 'no font' }], isError: true })
  })

  test('an answer over maxResultCharacters is a failed call that says its size', async () => {
    const made = createCompositionTools({ runtime, maxResultCharacters: 100 })
    const composition = view({ type: 'text', text: 'x'.repeat(200) })
    const result = await call(made, 'render', { composition, format: 'text' })
    expect(result.isError).toBe(true)
    expect(text(result)).toMatch(/has 2\d\d characters/)
  })
})

describe('views', () => {
  const withView = runtimeWithView()
  const made = createCompositionTools({ runtime: withView })

  test('list prints the summaries', async () => {
    expect(json(await call(made, 'list_views'))).toEqual(withView.viewRegistry.list())
  })

  test('request answers the composition and its check', async () => {
    const result = await call(made, 'request_view', { id: 'hosts', input: { range: '1h' } })
    expect(result).not.toHaveProperty('isError')
    expect(json(result)).toEqual({
      composition: view({ type: 'text', text: 'Range 1h' }),
      valid: true,
      errors: [],
      warnings: [],
    })
  })

  test('a missing field is an error that names the view and the field', async () => {
    const result = await call(made, 'request_view', { id: 'hosts', input: {} })
    expect(result.isError).toBe(true)
    expect(json(result)).toEqual({
      error: expect.stringContaining('"hosts"'),
      errors: ['range is required'],
    })
  })

  test.each([
    ['at the limit', 4, true],
    ['one deeper', 5, false],
  ])('input %s', async (_, depth, reached) => {
    const build = vi.fn(() => view(divider))
    const small = createRuntime({
      packs: [standardPack],
      inputBudget: { depth: 4 },
      views: [{ id: 'v', title: 'V', build }],
    })
    let input: Record<string, unknown> = {}
    for (let level = 1; level < depth; level++) input = { input }
    const result = await call(createCompositionTools({ runtime: small }), 'request_view', {
      id: 'v',
      input,
    })
    expect(build).toHaveBeenCalledTimes(reached ? 1 : 0)
    if (!reached)
      expect(json(result)).toEqual({
        error: expect.stringContaining('"v"'),
        errors: [expect.stringContaining('4 levels')],
      })
  })

  test.each([
    [() => ({ when: new Map() })],
    [
      () => {
        const cyclic: Record<string, unknown> = {}
        cyclic['self'] = cyclic
        return cyclic
      },
    ],
  ])('input that is no data never reaches the builder %#', async (make) => {
    const build = vi.fn(() => view(divider))
    const own = createRuntime({ packs: [standardPack], views: [{ id: 'v', title: 'V', build }] })
    const made = createCompositionTools({ runtime: own })
    // Records are walked by zod before the handler; the handler itself must refuse as well.
    const result = await made[5]!.handler({ id: 'v', input: make() })
    expect(result.isError).toBe(true)
    expect(json(result)['errors']).toHaveLength(1)
    expect(build).not.toHaveBeenCalled()
  })

  const building = (build: () => unknown, frame?: { validateBody(): string[] }) =>
    call(
      createCompositionTools({
        runtime: createRuntime({
          packs: [standardPack],
          views: [{ id: 'v', title: 'V', build: build as () => never }],
        }),
        frame,
      }),
      'request_view',
      { id: 'v' },
    )

  test('a cyclic or too deep body is a finding without the composition', async () => {
    const cyclic: Record<string, unknown> = { type: 'view' }
    cyclic['body'] = [cyclic]
    for (const built of [cyclic, nested(99)]) {
      const result = await building(() => built)
      expect(result).not.toHaveProperty('isError')
      expect(json(result)).toEqual({ valid: false, errors: [expect.any(String)], warnings: [] })
    }
  })

  test('a body with an unknown key is echoed with its finding', async () => {
    const built = view({ type: 'divider', x: 1 })
    const answer = json(await building(() => built))
    expect(answer).toMatchObject({ composition: built, valid: false })
    expect((answer['errors'] as string[])[0]).toContain('(in divider)')
  })

  test('a body that breaks the frame rule is a finding', async () => {
    const result = await building(() => view(divider), { validateBody: () => ['one section'] })
    expect(result).not.toHaveProperty('isError')
    expect(json(result)).toMatchObject({ valid: false, errors: ['one section'] })
  })

  test('the builder receives hostContext', async () => {
    const build = vi.fn((_: { context: { user: string } }) => view(divider))
    const own = createRuntime<{ user: string }>({
      packs: [standardPack],
      views: [{ id: 'v', title: 'V', build }],
    })
    const hostContext = { user: 'ada' }
    await call(createCompositionTools({ runtime: own, hostContext }), 'request_view', { id: 'v' })
    expect(build.mock.calls[0]![0].context).toBe(hostContext)
  })

  const throwing = (thrown: unknown) =>
    building(() => {
      throw thrown
    })
  const finding = { path: 'body[0].title', message: 'is required' }
  const named = (extra: object) => Object.assign(new Error('Not valid:\n  more'), extra)

  test('a composition error of another copy is recognised by name and code', async () => {
    const error = named({
      name: 'CompositionValidationError',
      code: 'COMPOSITION_INVALID',
      errors: [finding],
    })
    expect(json(await throwing(error))).toEqual({
      error: 'Not valid:',
      errors: ['body[0].title is required'],
    })
  })

  test.each([
    [{ name: 'CompositionValidationError', code: 'OTHER', errors: [finding] }],
    [{ name: 'CompositionValidationError', code: 'COMPOSITION_INVALID', errors: [] }],
    [{ name: 'constructor', code: undefined, errors: [finding] }],
  ])('a look-alike is a plain message %#', async (extra) => {
    const result = await throwing(named(extra))
    expect(result).toEqual({
      content: [{ type: 'text', text: 'Not valid:\n  more' }],
      isError: true,
    })
  })

  test('bounds of the id, and an unknown one', async () => {
    const schema = made[5]!.inputSchema
    expect(schema.safeParse({ id: '' }).success).toBe(false)
    expect(schema.safeParse({ id: 'x'.repeat(200) }).success).toBe(true)
    expect(schema.safeParse({ id: 'x'.repeat(201) }).success).toBe(false)
    const result = await call(made, 'request_view', { id: 'host' })
    expect(result.isError).toBe(true)
    expect(text(result)).toBe('There is no view "host". Did you mean "hosts"?')
  })
})

describe('a throwing runtime', () => {
  const broken = (thrown: unknown): CompositionToolsRuntime => {
    const fail = () => {
      throw thrown
    }
    return { ...runtime, getAuthoringContext: fail, validate: fail }
  }
  const inputs = {
    authoring_guide: {},
    describe_primitives: { types: ['text'] },
    validate: { composition: {} },
    render: { composition: {}, format: 'text' },
  }

  test.each(Object.entries(inputs))('%s answers a failed call', async (name, input) => {
    const made = createCompositionTools({ runtime: broken(new Error('offline')) })
    const result = await call(made, name, input)
    expect(result).toEqual({ content: [{ type: 'text', text: 'offline' }], isError: true })
  })

  test.each([[Object.create(null)], ['plain'], [undefined], [null], [{ message: 1 }]])(
    'anything can be thrown %#',
    async (thrown) => {
      const made = createCompositionTools({ runtime: broken(thrown) })
      const result = await call(made, 'validate', { composition: {} })
      expect(result.isError).toBe(true)
      expect(text(result)).not.toBe('')
    },
  )
})

test('execute and handler are the same call, and inputs are read-only tools', async () => {
  const [guide] = tools
  expect(await guide!.execute({}, {} as never)).toEqual(await guide!.handler({}))
  expect(guide!.annotations).toMatchObject({ readOnlyHint: true, openWorldHint: false })
  expect(z.toJSONSchema(guide!.inputSchema, { io: 'input' })).toMatchObject({
    type: 'object',
    additionalProperties: false,
  })
})
