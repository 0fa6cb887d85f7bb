import {
  createToolCardStore,
  type ResultView,
  type ToolCallView,
} from '@toolprism/ui-presentations'
import { renderToolCard as renderHtml } from '@toolprism/ui-presentations/html'
import { renderToolCard as renderMarkdown } from '@toolprism/ui-presentations/markdown'
import { ToolCard } from '@toolprism/ui-presentations/react'
import { renderToolCard as renderTerminal } from '@toolprism/ui-presentations/terminal'
import fc from 'fast-check'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'

const numRuns = 10_000
const tags = new Set(
  'div button span bdi svg path p section dl dt dd pre code details summary form input img audio a i'.split(
    ' ',
  ),
)
const schemes =
  /^(?:https?:|mailto:|data:(?:image\/(?:png|jpeg|webp|gif)|audio\/[a-z0-9-]+);base64,|$)/

const hostile = fc.constantFrom(
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</pre></details></div><b>',
  '<!--',
  ']]>',
  '&lt;b&gt;',
  '```\n# x\n~~~',
  '``` <b>',
  '[x](javascript:alert(1))',
  '![x](https://evil.example/a.png)',
  '<https://evil.example>',
  '| a | b |\n| - | - |',
  '\u001b[31m',
  '\u001b]0;x\u0007',
  '\u009b2J',
  '\u202e\u2066\u200e',
  '\u0000\u0008',
  '\ud800',
  'e\u0301'.repeat(9),
  '${x}',
  '{{x}}',
  '\\',
  '\n\n> quote\n1. list',
)
const word = fc.oneof(
  hostile,
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 12 }),
)
const string = fc.array(word, { maxLength: 3 }).map((parts) => parts.join(''))
const address = fc.oneof(
  string,
  fc.constantFrom(
    'javascript:alert(1)',
    'java\tscript:alert(1)',
    ' data:text/html,<b>',
    'vbscript:x',
    'https://example.org/"onclick="x',
    'data:image/svg+xml;base64,PHN2Zz4=',
    'data:image/png;base64,AAAA',
    'data:image/png;base64,"><b>',
    'blob:https://x/1',
    '//evil.example',
  ),
)
const optional = <T,>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const textView = { text: string, preview: optional(string), omitted: optional(fc.nat()) }
const result: fc.Arbitrary<ResultView> = fc.oneof(
  fc.record({ kind: fc.constantFrom('text', 'json'), title: optional(string), ...textView }),
  fc.record({ kind: fc.constant('image'), source: address, alt: string }),
  fc.record({ kind: fc.constant('audio'), source: address, label: string }),
  fc.record({ kind: fc.constant('link'), href: address, label: string, detail: optional(string) }),
  fc.record({ kind: fc.constantFrom('note', 'hologram'), text: string }),
) as fc.Arbitrary<ResultView> // some kinds are wrong on purpose

/** Views as nobody should make them: every text hostile, addresses unchecked, words outside their lists. */
const view = fc.record({
  key: string,
  callId: string,
  toolName: string,
  server: optional(string),
  label: string,
  icon: fc.oneof(string, fc.constantFrom('wrench', '📅')),
  iconSource: optional(address),
  status: fc.oneof(
    fc.constantFrom(
      'preparing',
      'queued',
      'running',
      'approval',
      'done',
      'failed',
      'denied',
      'blocked',
      'cancelled',
    ),
    string,
  ),
  statusText: string,
  tone: fc.oneof(fc.constantFrom('neutral', 'info', 'success', 'warning', 'error'), string),
  summary: string,
  message: string,
  progress: optional(fc.oneof(fc.double(), fc.constantFrom(Number.NaN, 2, -1))),
  elapsed: string,
  fields: fc.array(
    fc.record({
      name: string,
      kind: fc.constantFrom('text', 'json', 'value', 'masked'),
      ...textView,
    }),
    { maxLength: 3 },
  ),
  hasInput: fc.boolean(),
  output: optional(fc.record(textView)),
  result: fc.array(result, { maxLength: 3 }),
  error: optional(
    fc.record({ title: string, code: optional(string), retryable: fc.boolean(), ...textView }),
  ),
  approval: optional(
    fc.record({
      permissionId: string,
      reason: optional(string),
      destructive: fc.boolean(),
      decision: optional(fc.constantFrom('allow', 'deny')),
    }),
  ),
  open: fc.boolean(),
}) as fc.Arbitrary<ToolCallView> // wrong on purpose

/** Reads every tag; what is left must hold no `<`. Throws on what a card may not contain. */
function checkHtml(html: string): void {
  const rest = html.replace(
    /<(\/?)([a-z]+)((?:\s+[a-z-]+(?:="[^"<>]*")?)*)\s*\/?>/gi,
    (_, _close, tag, attributes) => {
      if (!tags.has(tag.toLowerCase())) throw new Error(`tag <${tag}>`)
      for (const [, name = '', value = ''] of attributes.matchAll(/([a-z-]+)(?:="([^"]*)")?/gi)) {
        if (/^on/i.test(name)) throw new Error(`handler ${name}`)
        if (/^(?:src|href|action|formaction|srcdoc)$/i.test(name) && !schemes.test(value))
          throw new Error(`${name}="${value}"`)
        if (name === 'style' && !/^inline-size:\d+%$/.test(value))
          throw new Error(`style="${value}"`)
      }
      return ''
    },
  )
  if (/[<>]/.test(rest)) throw new Error(`not a tag: ${rest}`)
}

interface Node {
  type: string
  url?: string
  children?: Node[]
}

function checkMarkdown(markdown: string): void {
  const visit = (node: Node) => {
    if (/^(?:html|image|heading|table|footnote)/.test(node.type))
      throw new Error(`${node.type} in ${markdown}`)
    if (node.url && !/^(?:https?|mailto):/.test(node.url)) throw new Error(`address ${node.url}`)
    node.children?.forEach(visit)
  }
  visit(
    fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }) as Node,
  ) // its types are unions of these
}

describe(`§6.2.11: ${numRuns} hostile views`, () => {
  test('html (and the element, which is made of it): known tags, no handler, no address of another scheme', () => {
    fc.assert(
      fc.property(view, (value) => checkHtml(renderHtml(value, { approval: 'buttons' }))),
      { numRuns },
    )
  })

  test('react: the same', () => {
    fc.assert(
      fc.property(view, (value) =>
        checkHtml(renderToStaticMarkup(<ToolCard view={value} open onAnswer={() => {}} />)),
      ),
      { numRuns },
    )
  })

  test('terminal: no control character but the newline', () => {
    fc.assert(
      fc.property(view, fc.integer({ min: 1, max: 200 }), fc.boolean(), (value, width, unicode) => {
        expect(renderTerminal(value, { width, unicode, open: true, full: true })).not.toMatch(
          /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/,
        )
      }),
      { numRuns },
    )
  })

  test('markdown: no HTML, image, heading or table, no address of another scheme', () => {
    fc.assert(
      fc.property(view, (value) => checkMarkdown(renderMarkdown(value))),
      { numRuns },
    )
  })

  test('views made of events: every text is clean', () => {
    const block = fc.oneof(
      fc.record({ type: fc.constant('text'), text: string }),
      fc.record({ type: fc.constant('resource_link'), uri: address, name: string }),
      fc.record({ type: fc.constantFrom('image', 'audio'), data: string, mimeType: string }),
      fc.anything(),
    )
    const result = fc.record({
      content: fc.array(block, { maxLength: 4 }),
      structuredContent: fc.anything(),
    })
    const input = fc.anything()
    const permissionId = fc.constantFrom('p', 'q')
    const bodies: Record<string, Record<string, fc.Arbitrary<unknown>>> = {
      'tool.input': { delta: string },
      'tool.queued': { input },
      'tool.started': { input },
      'tool.progress': { progress: fc.double(), total: fc.double(), message: string },
      'tool.output': { delta: string },
      'tool.completed': { result, duration: fc.double() },
      'tool.failed': { result, failure: fc.constantFrom('error', 'denied', 'x') },
      'permission.required': { permissionId, input, reason: string },
      'permission.resolved': { permissionId },
    }
    const base = {
      callId: fc.constant('c'),
      toolName: string,
      timestamp: fc.integer(),
      presentation: optional(
        fc.record({ label: string, icon: string, tone: string, group: string, done: string }),
      ),
    }
    const event = fc.oneof(
      ...Object.entries(bodies).map(([type, body]) =>
        fc.record({ type: fc.constant(type), ...base, ...body }),
      ),
    )
    fc.assert(
      fc.property(fc.array(event, { maxLength: 6 }), (events) => {
        const store = createToolCardStore()
        store.dispatch(events as never)
        for (const made of store.getViews()) {
          const { key, callId, ...shown } = made
          expect(JSON.stringify(shown)).not.toMatch(
            /[\u007f-\u009f\u202a-\u202e\u2066-\u2069\u200b]|\\u00(?:0[0-8bcef]|1)/,
          )
          checkHtml(renderHtml(made))
        }
      }),
      { numRuns },
    )
  })
})
