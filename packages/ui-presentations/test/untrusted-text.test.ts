import {
  fromCallToolResult,
  redactArguments,
  resolvePresentation,
} from '@toolprism/ui-presentations'
import { renderToolCard } from '@toolprism/ui-presentations/html'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanText } from '../src/view/clean-text'
import { completed, eventsOf, pixel, started, text, viewOf } from './support/fixtures'

const shownText = (value: string) => {
  const [result] = viewOf(eventsOf('x', [completed(text(value))])).result
  return result && 'text' in result ? result.text : undefined
}

describe('§6.2.11: text of a tool', () => {
  test.each([
    ['terminal colours', '\u001b[1;31mred\u001b[0m', 'red'],
    ['terminal links and titles', '\u001b]8;;https://evil\u0007click\u001b]8;;\u001b\\', 'click'],
    ['bidirectional overrides', 'evil\u202egnp.exe', 'evil\ufffdgnp.exe'],
    ['bidirectional isolates', 'a\u2066b\u2069', 'a\ufffdb\ufffd'],
    ['marks without a glyph', 'a\u200bb\u2060c\ufeffd\u200ee', 'abcde'],
    ['tag characters', 'hi\u{e0068}\u{e0069}', 'hi'],
    ['NUL and other controls', 'a\u0000b\u0085', 'a\ufffdb\ufffd'],
    ['lone surrogates', 'a\ud83db', 'a\ufffdb'],
    ['halves of a tag around what is dropped', '\udb40\u200b\udc41', '\ufffd\ufffd'],
    ['towers of marks', `a${'\u0301'.repeat(60)}b`, `a${'\u0301'.repeat(6)}b`],
    ['line ends', 'a\r\nb\rc', 'a\nb\nc'],
    ['what is innocent', 'שלום 👩‍💻 می‌خواهم é\tok', 'שלום 👩‍💻 می‌خواهم é\tok'],
  ])('%s', (_, hostile, shown) => expect(shownText(hostile)).toBe(shown))

  test('no markup of a tool survives in HTML', () => {
    const html = renderToolCard(
      viewOf(eventsOf('<b>', [started({ '<i>': '<u>' }), completed(text('<script>1</script>'))])),
    )
    expect(html).not.toMatch(/<(?:b|i|u|script)>/)
  })
})

test('a text block whose text cannot become one is empty', () => {
  const content = [{ type: 'text', text: { toString: 1, valueOf: 1 } }]
  const view = fromCallToolResult({ content }, { toolName: 'x' })
  expect(view.result).toEqual([{ kind: 'text', text: '' }])
})

test('an icon of a server whose address cannot become a text is no icon', () => {
  const icons = [{ src: { toString: 1, valueOf: 1 } as unknown as string }] // what a server may send
  expect(resolvePresentation({ toolName: 'x' }, { x: { icons } })).not.toHaveProperty('iconSource')
})

describe('report 43: addresses', () => {
  const link = (uri: string) =>
    viewOf(eventsOf('x', [completed({ content: [{ type: 'resource_link', uri, name: 'n' }] })]))
      .result[0]
  test.each(['https://example.org/a', 'http://localhost:3000/', 'mailto:a@example.org'])(
    '%s may be followed',
    (uri) => {
      expect(link(uri)).toMatchObject({ kind: 'link', href: uri })
    },
  )
  test.each([
    'javascript:alert(1)',
    'java\tscript:alert(1)',
    ' \u0001javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\u200bscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://example.org/1',
    '//example.org',
    'not a url',
  ])('%j may not', (uri) => expect(link(uri)?.kind).toBe('note'))

  const image = (mimeType: string, data = pixel) =>
    viewOf(eventsOf('x', [completed({ content: [{ type: 'image', mimeType, data }] })])).result[0]
  test.each(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'IMAGE/PNG'])(
    '%s is drawn',
    (type) => {
      expect(image(type)).toMatchObject({
        kind: 'image',
        source: expect.stringMatching(/^data:image\/(?:png|jpeg|webp|gif);base64,/),
      })
    },
  )
  test.each([
    ['image/svg+xml', pixel],
    ['text/html', pixel],
    ['image/png" onerror="alert(1)', pixel],
    ['image/png', '"><script>'],
    ['image/png', ''],
  ])('%s of %j is not', (type, data) => expect(image(type, data)?.kind).toBe('note'))
})

test('§6.2.11: no code unit of any script gets through that hides, reorders or piles up', () => {
  const loud = /(?!\n)[\p{Cc}\p{Cs}\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]|\p{M}{7}/u
  const through: string[] = []
  for (let unit = 0; unit < 0x10000; unit++) {
    const character = String.fromCharCode(unit)
    const presentation = { label: `a${character.repeat(8)}b` }
    const { label } = resolvePresentation({ toolName: 'x', presentation })
    if (loud.test(label)) through.push(unit.toString(16))
  }
  expect(through).toEqual([])
})

test('§6.2.11: what is clean stays as it is when it is cleaned again', () => {
  const pieces = [
    '\ud83d', '\ude00', '\udb40', '\udc41', '\u200b', '\u200d', '\u202e', '\u2066', '\ufeff', '\u0301',
    '\u{e0041}', '\u001b', '\u001b[', '\u001b]', '\u001b\\', '\u0007', '\u009b', '\r', '\n', '31m', '8;;', 'a', '👩',
  ] // biome-ignore format: a list to read across
  const hostile = fc.array(fc.constantFrom(...pieces), { maxLength: 24 })
  fc.assert(
    fc.property(hostile, (parts) => {
      const clean = cleanText(parts.join(''))
      expect(cleanText(clean)).toBe(clean)
    }),
    { numRuns: 5000 },
  )
})

describe('§6.2.5: redactArguments', () => {
  test('masks what a telling name holds, at any depth', () => {
    const input = {
      user: 'ada',
      password: 'x',
      apiKey: 'k',
      API_KEY: 'k',
      nested: [{ Authorization: 'Basic abc', client_secret: { a: 1 } }],
      max_tokens: 100,
      nextToken: 'page-2',
      secret: '',
      token: false,
    }
    expect(redactArguments(input)).toEqual({
      user: 'ada',
      password: '••••••',
      apiKey: '••••••',
      API_KEY: '••••••',
      nested: [{ Authorization: '••••••', client_secret: '••••••' }],
      max_tokens: 100,
      nextToken: 'page-2',
      secret: '',
      token: false,
    })
  })

  test.each([
    'sk-proj-abcdefghijklmnopqrstuvwx',
    'ghp_abcdefghijklmnopqrstuvwxyz123456',
    'AKIAABCDEFGHIJKLMNOP',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
    'xoxb-1234567890-abcdefghijkl',
  ])('masks the key %s inside a text', (key) => {
    const masked = redactArguments(`curl -H "X: ${key}" https://example.org`)
    expect(masked).toBe('curl -H "X: ••••••" https://example.org')
  })

  test('masks bearer tokens, passwords in addresses and private keys', () => {
    expect(redactArguments('Authorization: Bearer abcdefgh12345')).toBe(
      'Authorization: Bearer ••••••',
    )
    expect(redactArguments('postgres://ada:hunter2@db/x')).toBe('postgres://ada:••••••@db/x')
    expect(
      redactArguments('-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----'),
    ).toBe('••••••')
  })

  test('takes more names and patterns', () => {
    const options = { keys: ['Plate'], patterns: [/\d{3}-\d{3}/g] }
    expect(redactArguments({ plate: 'KR 1', note: 'call 555-123' }, options)).toEqual({
      plate: '••••••',
      note: 'call ••••••',
    })
  })

  test('cycles, depth, getters that throw and hostile keys do no harm', () => {
    const cycle: Record<string, unknown> = { name: 'a' }
    cycle['self'] = cycle
    expect(redactArguments(cycle)).toEqual({ name: 'a', self: '[circular]' })
    const trap = Object.defineProperty({}, 'x', {
      enumerable: true,
      get: () => {
        throw new Error('no')
      },
    })
    expect(redactArguments(trap)).toEqual({ x: '[unreadable]' })
    const polluted = redactArguments(JSON.parse('{"__proto__":{"polluted":1}}')) as object
    expect(Object.getPrototypeOf(polluted)).toBe(Object.prototype)
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })

  test('the card never shows what redaction hides, not even while the arguments stream', () => {
    const events = eventsOf('login', [
      { type: 'tool.input', delta: '{"user":"ada","password":"hunt' },
    ])
    expect(JSON.stringify(viewOf(events))).not.toContain('hunt')
    expect(JSON.stringify(viewOf(events, { redact: false }))).toContain('hunt')
  })

  test('a redaction that throws shows no arguments at all', () => {
    const redact = () => {
      throw new Error('no')
    }
    const view = viewOf(eventsOf('login', [started({ password: 'hunter2' })]), { redact })
    expect(JSON.stringify(view)).not.toContain('hunter2')
  })
})

describe('size', () => {
  test('a 5 MB text costs what is shown of it, head and tail', () => {
    const view = fromCallToolResult(
      { content: [{ type: 'text', text: `start ${'x'.repeat(5_000_000)} end` }] },
      { toolName: 'x' },
    )
    const [result] = view.result
    expect(JSON.stringify(view).length).toBeLessThan(25_000)
    expect(result).toMatchObject({
      kind: 'text',
      omitted: expect.any(Number),
      preview: expect.any(String),
    })
    expect(result && 'text' in result && /^start x.*x end$/s.test(result.text)).toBe(true)
  })

  test('a 5 MB value and 5 MB of arguments too', () => {
    const big = {
      rows: Array.from({ length: 100_000 }, (_, index) => ({ index, name: `row ${index}` })),
    }
    const view = viewOf(
      eventsOf('x', [started(big), completed({ content: [], structuredContent: big })]),
    )
    expect(JSON.stringify(view).length).toBeLessThan(60_000)
  })

  test('a thousand fields and a thousand blocks are counted, not listed', () => {
    const input = Object.fromEntries(
      Array.from({ length: 1000 }, (_, index) => [`key${index}`, index]),
    )
    const content = Array.from({ length: 1000 }, () => ({ type: 'text' as const, text: 'x' }))
    const view = viewOf(eventsOf('x', [started(input), completed({ content })]))
    expect(view.fields.at(-1)?.text).toBe('+900')
    expect(view.result.at(-1)).toMatchObject({ kind: 'note', text: '+950 not shown' })
  })
})
