import { renderToolCard } from '@toolprism/ui-presentations/markdown'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { describe, expect, test } from 'vitest'
import { completed, eventsOf, results, started, table, text, viewOf } from './support/fixtures'

interface Node {
  type: string
  value?: string
  url?: string
  children?: Node[]
}

const parse = (markdown: string) =>
  fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }) as Node // its types are unions of these
const nodes = (node: Node): Node[] => [node, ...(node.children ?? []).flatMap(nodes)]

describe('markdown', () => {
  test('every row parses to no HTML, no image, and links that may be followed', () => {
    for (const [name, events] of Object.entries(table)) {
      for (const node of nodes(parse(renderToolCard(viewOf(events))))) {
        expect(node.type, name).not.toMatch(/^(?:html|image)/)
        if (node.url) expect(node.url, name).toMatch(/^https?:/)
      }
    }
  })

  test('what a tool said cannot close its fence', () => {
    const hostile = '```\n# heading\n~~~\n````\n<script>'
    const blocks = nodes(parse(renderToolCard(viewOf(eventsOf('x', [completed(text(hostile))])))))
    expect(blocks.filter((node) => node.type === 'code').map((node) => node.value)).toEqual([
      hostile,
    ])
    expect(blocks.some((node) => node.type === 'heading' || node.type === 'html')).toBe(false)
  })

  test('an argument of several lines stays in its list item', () => {
    const events = eventsOf('x', [started({ a: 'one\n\n- two\n# three', b: 'x`y``z' })])
    const list = nodes(parse(renderToolCard(viewOf(events)))).find((node) => node.type === 'list')
    expect(list?.children).toHaveLength(2)
    expect(nodes(list as Node).find((node) => node.type === 'code')?.value).toBe(
      'one\n\n- two\n# three',
    )
    expect(nodes(list as Node).findLast((node) => node.type === 'inlineCode')?.value).toBe('x`y``z')
  })

  test('a label with markup and mentions is plain text', () => {
    const label = '**bold** [x](javascript:1) @user <b> ~~no~~ `code` ![i](x) #1 a_b_ &amp; |'
    const events = eventsOf('x', [started({ a: 1 })], { presentation: { label } })
    const found = nodes(parse(renderToolCard(viewOf(events))))
    expect(found.filter((node) => /link|emphasis|html|image|delete/.test(node.type))).toEqual([])
    const strong = found.find((node) => node.type === 'strong')
    expect(strong?.children?.map((node) => node.value).join('')).toBe(label)
  })

  test('a resource link is a link, a refused one is text', () => {
    const links = nodes(parse(renderToolCard(viewOf(results['links'] ?? [])))).filter(
      (node) => node.type === 'link',
    )
    expect(links.map((node) => node.url)).toEqual(['https://example.org/guide'])
  })
})
