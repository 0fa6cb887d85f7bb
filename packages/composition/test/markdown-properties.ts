import { expect } from 'vitest'
import { inventory, type Node, parse, readText } from './markdown-support'
import { runtime, view } from './support'

const render = (...nodes: unknown[]) =>
  runtime.surfaces.markdown.render(view(...nodes), { heading: false })

/** What is left of a text on one line: controls and bidi overrides gone, white space folded. */
function normal(text: string): string {
  return text
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd')
    .replace(/\s+/g, ' ')
    .trim()
}

const harmless = new Set([
  'root',
  'paragraph',
  'text',
  'list',
  'listItem',
  'blockquote',
  'strong',
  'table',
  'tableRow',
  'tableCell',
  'heading',
])

/** A text in a paragraph, list, quote, callout, cell and heading parses back to itself and to nothing else. */
export function exactText(text: string): void {
  const expected = normal(text)
  if (expected === '') return
  // A blank line is the one mark plain text has; it is tested apart.
  const rich = [{ text }]
  const places: [unknown, (tree: Node) => Node | undefined][] = [
    [{ type: 'text', text: rich }, (tree) => tree],
    [{ type: 'list', items: [rich] }, (tree) => tree],
    [{ type: 'quote', text: rich }, (tree) => tree],
    [
      { type: 'table', columns: [{ key: 'a', label: 'h' }], rows: [{ a: rich }] },
      (tree) => tree.children![0]!.children![1],
    ],
    ...(text.length <= 200
      ? ([[{ type: 'heading', text }, (tree: Node) => tree]] as [unknown, (tree: Node) => Node][])
      : []),
  ]
  for (const [node, find] of places) {
    const markdown = render(node)
    const tree = parse(markdown)
    expect(readText(find(tree)!), markdown).toBe(expected)
    // The reader makes links of bare addresses after it has read the text: no escape can stop it.
    const { types, urls } = inventory(tree)
    expect(
      [...types].filter((type) => !harmless.has(type) && type !== 'link'),
      markdown,
    ).toEqual([])
    expect(
      urls.filter((url) => !/^(https?:\/\/|mailto:|xmpp:)/i.test(url)),
      markdown,
    ).toEqual([])
  }
}

interface Look {
  text: string
  bold?: boolean
  italic?: boolean
  code?: boolean
  href?: string
}

/** Spans parse back to the same text, each character in the same look. */
export function exactSpans(spans: Look[]): void {
  const markdown = render({ type: 'text', text: spans })
  const tree = parse(markdown)
  const authored = new Set(spans.flatMap((span) => span.href ?? []).map(encoded))
  const seen = characters(tree, authored)
  const wanted = spans.flatMap((span) =>
    [...normalRun(span.text)].map((unit) => ({
      unit,
      look: `${span.bold ? 'b' : ''}${span.italic ? 'i' : ''}${span.code ? 'c' : ''}${span.href === undefined ? '' : 'l'}`,
    })),
  )
  // Edges and runs of white space fold; what is left must match in text and look.
  const text = (list: { unit: string }[]) =>
    list
      .map(({ unit }) => unit)
      .join('')
      .replace(/\s+/g, ' ')
      .trim()
  expect(text(seen), markdown).toBe(text(wanted))
  const looks = (list: { unit: string; look: string }[]) =>
    list.filter(({ unit }) => unit.trim() !== '').map(({ unit, look }) => unit + look)
  expect(looks(seen), markdown).toEqual(looks(wanted))
}

function normalRun(text: string): string {
  return normal(`x${text}x`).slice(1, -1)
}

function encoded(href: string): string {
  return href
    .trim()
    .replace(/[()\s\\`<>|]/g, (unit) => `%${unit.charCodeAt(0).toString(16).toUpperCase()}`)
}

function characters(
  node: Node,
  authored: Set<string>,
  look = '',
): { unit: string; look: string }[] {
  const own =
    node.type === 'strong'
      ? 'b'
      : node.type === 'emphasis'
        ? 'i'
        : node.type === 'link' && authored.has(node.url ?? '')
          ? 'l'
          : node.type === 'inlineCode'
            ? 'c'
            : ''
  const marks = ['b', 'i', 'c', 'l'].filter((mark) => (look + own).includes(mark)).join('')
  if (node.value !== undefined) return [...node.value].map((unit) => ({ unit, look: marks }))
  return (node.children ?? []).flatMap((child) => characters(child, authored, marks))
}
