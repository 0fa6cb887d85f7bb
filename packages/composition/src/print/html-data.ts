import type { Block } from '../runtime/blocks'
import { lineChart, toneSign } from './html-charts'
import { element, type HtmlElement } from './html-element'
import { printSpans } from './html-spans'
import { toneWord } from './tone-word'

export function printGrid(block: Block & { kind: 'grid' }): HtmlElement {
  const align = (column: number) => {
    const side = block.columns[column]?.align ?? 'start'
    return side === 'start' ? undefined : `av-${side}`
  }
  const head = block.columns.map((column, index) =>
    element(
      column.label ? 'th' : 'td',
      {
        scope: column.label ? 'col' : undefined,
        class: align(index),
      },
      column.label,
    ),
  )
  const rows = block.rows.map((cells) =>
    element(
      'tr',
      {},
      ...cells.map((spans, index) => element('td', { class: align(index) }, ...printSpans(spans))),
    ),
  )
  return element(
    'div',
    {
      class: 'av-scroll',
      tabindex: 0,
      role: 'group',
      'aria-label': block.caption ?? 'Table',
    },
    element(
      'table',
      {},
      block.caption !== undefined && element('caption', { class: 'av-caption' }, block.caption),
      element('thead', {}, element('tr', {}, ...head)),
      rows.length > 0 && element('tbody', {}, ...rows),
    ),
  )
}

export function printStats({ items }: Block & { kind: 'pairs' }): HtmlElement {
  return element(
    'dl',
    { class: 'av-stats' },
    ...items.map((item) =>
      element(
        'div',
        { class: 'av-stat' },
        element('dt', {}, item.label),
        element('dd', { class: 'av-value' }, ...printSpans(item.spans)),
        (item.note !== undefined || toneWord(item.tone) !== undefined) &&
          element(
            'dd',
            { class: `av-note av-${item.tone ?? 'neutral'}` },
            toneSign(item.tone),
            item.note ?? toneWord(item.tone),
          ),
      ),
    ),
  )
}

export function printFields({ items }: Block & { kind: 'pairs' }): HtmlElement {
  return element(
    'dl',
    { class: 'av-fields' },
    ...items.map((item) =>
      element(
        'div',
        { class: 'av-field' },
        element('dt', {}, item.label),
        element('dd', {}, ...printSpans(item.spans)),
      ),
    ),
  )
}

export function printMeter(
  { items }: Block & { kind: 'meter' },
  rules: Map<string, string>,
): HtmlElement {
  const bar = (item: (typeof items)[number]) => {
    if (item.share === undefined) return undefined
    const percent = Math.round(item.share * 100)
    rules.set(`w${percent}`, `.av-w${percent}{width:${percent}%}`)
    const tone = item.tone ? ` av-${item.tone}` : ''
    return element(
      'div',
      { class: 'av-track', 'aria-hidden': 'true' },
      item.share > 0 && element('div', { class: `av-fill av-w${percent}${tone}` }),
    )
  }
  return element(
    'ul',
    { class: 'av-bars', role: 'list' },
    ...items.map((item) =>
      element(
        'li',
        { class: 'av-bar' },
        element('span', { class: 'av-bar-label' }, item.label),
        bar(item),
        element('span', { class: 'av-bar-value' }, item.display, toneSign(item.tone)),
      ),
    ),
  )
}

export function printLine(block: Block & { kind: 'line' }): HtmlElement {
  return element(
    'figure',
    { class: 'av-line' },
    element(
      'figcaption',
      { class: 'av-line-head' },
      element('strong', {}, block.label),
      element('span', {}, `last ${block.last}`),
    ),
    lineChart(block),
    element(
      'div',
      { class: 'av-line-foot' },
      element('span', {}, block.from ?? ''),
      element('span', {}, `min ${block.min}, max ${block.max}`),
      element('span', {}, block.to ?? ''),
    ),
  )
}
