import type { Block, ListItem } from '../runtime/blocks'
import type { Page } from '../runtime/page'
import { toneIcon, toneSign } from './html-charts'
import { printFields, printGrid, printLine, printMeter, printStats, sideClass } from './html-data'
import { element, type HtmlElement } from './html-element'
import { printSpans } from './html-spans'
import { calloutWord, toneWord } from './tone-word'

/** A page as elements, and the rules its measures need (widths of bars, weights of columns). */
export interface HtmlPage {
  root: HtmlElement
  rules: string[]
}

interface Printer {
  depth: number
  rules: Map<string, string>
}

/** A page as one `section`. No style attribute and no script: it passes a strict content policy. */
export function printHtml(page: Page): HtmlPage {
  const rules = new Map<string, string>()
  const head = (page.title || page.subtitle) && [
    page.title && element('h2', {}, page.title),
    page.subtitle && element('p', { class: 'av-sub' }, page.subtitle),
  ]
  const root = element(
    'section',
    { class: 'av av-stack av-page', 'data-theme': page.theme, 'aria-label': page.label },
    head
      ? element('div', { class: 'av-head' }, ...head.map((part) => part || undefined))
      : undefined,
    ...printBlocks(page.blocks, { depth: 2, rules }),
  )
  return { root, rules: [...rules.values()] }
}

function printBlocks(blocks: readonly Block[], printer: Printer): HtmlElement[] {
  return blocks.map((block) => printBlock(block, printer))
}

function printBlock(block: Block, printer: Printer): HtmlElement {
  switch (block.kind) {
    case 'para':
      return printPara(block)
    case 'head':
      return element(`h${Math.min(6, printer.depth + block.level - 1)}`, {}, block.text)
    case 'list':
      return block.timeline ? printTimeline(block, printer.rules) : printList(block)
    case 'pre':
      return printPre(block)
    case 'grid':
      return printGrid(block)
    case 'pairs':
      return block.big ? printStats(block, printer.rules) : printFields(block, printer.rules)
    case 'meter':
      return printMeter(block, printer.rules)
    case 'line':
      return printLine(block)
    case 'image':
      return printImage(block)
    case 'rule':
      return element('hr', {})
    case 'box':
      return printBox(block, printer)
    case 'cols':
      return printColumns(block, printer)
  }
}

function printPara(block: Block & { kind: 'para' }): HtmlElement {
  if (block.tags)
    return element(
      'ul',
      { class: 'av-tags', role: 'list' },
      ...block.spans.map(({ text, tone }) =>
        element(
          'li',
          { class: tone ? `av-tag av-box av-${tone}` : 'av-tag' },
          toneSign(tone),
          text,
        ),
      ),
    )
  const word = toneWord(block.tone)
  return element(
    'p',
    { class: block.small ? 'av-small' : undefined },
    word && element('strong', { class: `av-tone av-${block.tone}` }, `${word}: `),
    ...printSpans(block.spans),
  )
}

function printList(block: Block & { kind: 'list' }): HtmlElement {
  const tag = block.ordered ? 'ol' : 'ul'
  const checks = !block.ordered && block.items.some((item) => item.done !== undefined)
  return element(
    tag,
    { class: checks ? 'av-checks' : 'av-list', role: checks ? 'list' : undefined },
    ...block.items.map((item) => printItem(item, checks)),
  )
}

function printItem(item: ListItem, checks: boolean): HtmlElement {
  const box =
    item.done !== undefined &&
    element('input', {
      type: 'checkbox',
      disabled: true,
      checked: item.done || undefined,
      'aria-label': item.done ? 'Done' : 'Not done',
    })
  const sub =
    item.sub &&
    element(
      'ul',
      { class: 'av-list' },
      ...item.sub.map((line) => element('li', {}, ...printSpans(line))),
    )
  const text = printSpans(item.spans)
  if (checks)
    return element(
      'li',
      { class: 'av-check' },
      box,
      element('div', {}, sub ? element('div', {}, ...text) : undefined, ...(sub ? [sub] : text)),
    )
  return element('li', {}, box, box && ' ', ...text, sub)
}

function printTimeline(block: Block & { kind: 'list' }, rules: Map<string, string>): HtmlElement {
  const side = sideClass(
    block.items.map((item) => item.lead ?? ''),
    rules,
  )
  return element(
    'ol',
    { class: 'av-timeline', role: 'list' },
    ...block.items.map((item) =>
      element(
        'li',
        { class: 'av-event' },
        element('div', { class: `${side} av-when` }, item.lead),
        element(
          'div',
          { class: item.tone ? `av-main av-item av-${item.tone}` : 'av-main av-item' },
          element(
            'div',
            { class: 'av-what' },
            toneSign(item.tone),
            element('span', {}, ...printSpans(item.spans)),
          ),
          item.note && element('div', {}, ...printSpans(item.note)),
        ),
      ),
    ),
  )
}

function printPre({ code, language, caption }: Block & { kind: 'pre' }): HtmlElement {
  const pre = element(
    'pre',
    { tabindex: 0 },
    element('code', { class: language && `language-${language}` }, code),
  )
  if (caption === undefined) return pre
  return element(
    'figure',
    { class: 'av-figure' },
    element('figcaption', { class: 'av-caption' }, caption),
    pre,
  )
}

function printImage({ src, alt, caption, href, width, height }: Block & { kind: 'image' }) {
  const image = element('img', {
    src,
    alt,
    width,
    height,
    loading: 'lazy',
    referrerpolicy: 'no-referrer',
  })
  const linked =
    href === undefined ? image : element('a', { href, rel: 'noopener noreferrer' }, image)
  return element(
    'figure',
    { class: 'av-figure' },
    linked,
    caption !== undefined && element('figcaption', { class: 'av-caption' }, caption),
  )
}

function printBox(block: Block & { kind: 'box' }, printer: Printer): HtmlElement {
  switch (block.role) {
    case 'callout':
      return printCallout(block, printer)
    case 'quote':
      return element(
        'blockquote',
        { class: 'av-quote' },
        ...printBlocks(block.blocks, printer),
        block.source !== undefined &&
          element('cite', {}, '— ', ...printSpans([{ text: block.source, href: block.href }])),
      )
    case 'details':
      return element(
        'details',
        { class: 'av-details', open: block.open || undefined },
        element('summary', {}, block.title),
        element('div', { class: 'av-stack' }, ...printBlocks(block.blocks, printer)),
      )
    case 'section': {
      const depth = Math.min(6, printer.depth + 1)
      return element(
        'section',
        { class: 'av-section av-stack' },
        element(
          'div',
          { class: 'av-head' },
          element(`h${depth}`, {}, block.title),
          block.note !== undefined && element('p', { class: 'av-small' }, block.note),
        ),
        ...printBlocks(block.blocks, { ...printer, depth }),
      )
    }
  }
}

function printCallout(block: Block & { kind: 'box' }, printer: Printer): HtmlElement {
  const tone = block.tone ?? 'neutral'
  const word = calloutWord(tone)
  const [first, ...rest] = block.blocks
  const inline = block.title === undefined && first?.kind === 'para'
  return element(
    'aside',
    { class: `av-callout av-box av-${tone}`, role: 'note', 'aria-label': block.title ?? word },
    element(
      'span',
      { class: `av-sign av-${tone}` },
      toneIcon(tone),
      block.title !== undefined &&
        tone !== 'neutral' &&
        element('span', { class: 'av-hidden' }, word),
    ),
    element(
      'div',
      { class: 'av-main' },
      inline
        ? element('p', {}, element('strong', {}, `${word}: `), ...printSpans(first.spans))
        : element('p', { class: 'av-word' }, block.title ?? word),
      ...printBlocks(inline ? rest : block.blocks, printer),
    ),
  )
}

function printColumns({ columns }: Block & { kind: 'cols' }, printer: Printer): HtmlElement {
  const name = `av-c${columns.map((column) => column.weight).join('-')}`
  const tracks = columns.map((column) => `minmax(0,${column.weight}fr)`).join(' ')
  printer.rules.set(name, `.${name}{grid-template-columns:${tracks}}`)
  return element(
    'div',
    { class: `av-cols ${name}` },
    ...columns.map((column) =>
      element('div', { class: 'av-stack' }, ...printBlocks(column.blocks, printer)),
    ),
  )
}
