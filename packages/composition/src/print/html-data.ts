import type { Block } from '../runtime/blocks'
import { displayWidth } from '../text/display-width'
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

export function printStats(
  { items }: Block & { kind: 'pairs' },
  rules: Map<string, string>,
): HtmlElement {
  // Rows are full: four stand in one row, five and six in rows of three.
  const count = items.length > 4 ? 3 : items.length
  rules.set(`s${count}`, `.av-s${count}{grid-template-columns:repeat(${count},minmax(0,1fr))}`)
  return element(
    'dl',
    { class: `av-stats av-s${count}` },
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

export function printFields(
  { items }: Block & { kind: 'pairs' },
  rules: Map<string, string>,
): HtmlElement {
  const side = sideClass(
    items.map((item) => item.label),
    rules,
  )
  return element(
    'dl',
    { class: 'av-fields' },
    ...items.map((item) =>
      element(
        'div',
        { class: 'av-field' },
        element('dt', { class: side }, item.label),
        element('dd', { class: 'av-main' }, ...printSpans(item.spans)),
      ),
    ),
  )
}

export function printMeter(
  { items }: Block & { kind: 'meter' },
  rules: Map<string, string>,
): HtmlElement {
  const side = sideClass(
    items.map((item) => item.label),
    rules,
  )
  const values = items.map((item) => item.display + (toneWord(item.tone) ? '   ' : ''))
  const valueSide = sideClass(values, rules)
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
        element('span', { class: side }, item.label),
        bar(item),
        element('span', { class: `${valueSide} av-bar-value` }, item.display, toneSign(item.tone)),
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

/** The class of a column just wide enough for its longest text, the same in every row. */
export function sideClass(texts: readonly string[], rules: Map<string, string>): string {
  const width = Math.ceil(Math.max(...texts.map(displayWidth)) * 0.58 + 0.4)
  rules.set(`e${width}`, `.av-e${width}{width:${width}em}`)
  return `av-side av-e${width}`
}
