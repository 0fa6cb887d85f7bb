import type { Span } from '../runtime/blocks'
import { element, type HtmlNode } from './html-element'

/** Spans as inline elements. */
export function printSpans(spans: readonly Span[]): HtmlNode[] {
  return spans.map((span) => {
    let node: HtmlNode = span.text
    if (span.code) node = element('code', {}, node)
    if (span.italic) node = element('em', {}, node)
    if (span.bold) node = element('strong', {}, node)
    if (span.href !== undefined)
      node = element('a', { href: span.href, rel: 'noopener noreferrer' }, node)
    return node
  })
}
