import type { Block, Span } from '../runtime/blocks'
import type { Page } from '../runtime/page'
import { clampText } from '../text/display-width'
import { lineSummary, sparkline } from './chart-text'
import { fitSlack } from './fit-slack'
import { printText } from './print-text'
import {
  type SlackBlock,
  type SlackMessage,
  type SlackRichElement,
  slackLimits,
} from './slack-blocks'
import { meterText, printGrid, printPairs, type TableBudget } from './slack-data'
import { escapeMrkdwn, plainText, slackInline, slackSection, slackUrl } from './slack-inline'
import { preformatted, rich, section } from './slack-rich'
import { calloutWord, toneWord } from './tone-word'

/** A Slack message inside every Block Kit limit: one long text never loses the message. */
export function printSlack(page: Page): SlackMessage {
  const budget: TableBudget = { cells: slackLimits.tableCharacters, tables: 1 }
  const blocks: SlackBlock[] = []
  if (page.title) blocks.push({ type: 'header', text: plainText(page.title, slackLimits.header) })
  if (page.subtitle)
    blocks.push({ type: 'context', elements: [plainText(page.subtitle, slackLimits.context)] })
  blocks.push(...printBlocks(page.blocks, budget))
  const fitted = fitSlack(blocks)
  return {
    text: clampText(escapeMrkdwn(printText(page)), slackLimits.text) || page.label,
    blocks: fitted,
    assets: fitted.flatMap((block) =>
      block.type === 'image' ? [{ url: block.image_url, alt: block.alt_text }] : [],
    ),
  }
}

function printBlocks(blocks: readonly Block[], budget: TableBudget): SlackBlock[] {
  return blocks.flatMap((block) => printBlock(block, budget))
}

function printBlock(block: Block, budget: TableBudget): SlackBlock[] {
  switch (block.kind) {
    case 'para':
      return section(
        block.tags ? tagSpans(block.spans) : withTone(block.spans, toneWord(block.tone)),
      )
    case 'head':
      return [{ type: 'header', text: plainText(block.text, slackLimits.header) }]
    case 'list':
      return rich(...printList(block))
    case 'pre':
      return [
        ...(block.caption ? section([{ text: block.caption, bold: true }]) : []),
        ...preformatted(block.code),
      ]
    case 'grid':
      return printGrid(block, budget)
    case 'pairs':
      return printPairs(block)
    case 'meter':
      return preformatted(meterText(block))
    case 'line':
      return rich(slackSection([{ text: block.label, bold: true }]), {
        type: 'rich_text_preformatted',
        elements: slackInline([{ text: `${sparkline(block.points, 40)}  ${lineSummary(block)}` }]),
      })
    case 'image':
      return printImage(block)
    case 'rule':
      return [{ type: 'divider' }]
    case 'box':
      return printBox(block, budget)
    case 'cols':
      return block.columns.flatMap((column) => printBlocks(column.blocks, budget))
  }
}

function withTone(spans: Span[], word: string | undefined): Span[] {
  return word ? [{ text: `${word}: `, bold: true }, ...spans] : spans
}

function tagSpans(tags: Span[]): Span[] {
  return tags.flatMap(({ text, tone }, index) => [
    ...(index > 0 ? [{ text: '  ' }] : []),
    { text, code: true },
    ...(tone ? [{ text: ` (${toneWord(tone)?.toLowerCase()})` }] : []),
  ])
}

function printList(block: Block & { kind: 'list' }): SlackRichElement[] {
  const elements: SlackRichElement[] = []
  const style = block.ordered ? 'ordered' : 'bullet'
  const start = (offset: number) => {
    const list: Extract<SlackRichElement, { type: 'rich_text_list' }> = {
      type: 'rich_text_list',
      style,
      indent: 0,
      ...(block.ordered && offset > 0 && { offset }),
      elements: [],
    }
    elements.push(list)
    return list
  }
  let list = start(0)
  block.items.forEach((item, index) => {
    const tone = toneWord(item.tone)
    const spans: Span[] = [
      ...(item.done === undefined ? [] : [{ text: item.done ? '☑ ' : '☐ ' }]),
      ...(item.lead === undefined ? [] : [{ text: item.lead, bold: true }, { text: '  ' }]),
      ...item.spans,
      ...(tone ? [{ text: ` (${tone.toLowerCase()})` }] : []),
      ...(item.note ? [{ text: ' — ' }, ...item.note] : []),
    ]
    if (list.elements.length === 0 && list.indent === 0 && elements.at(-1) !== list)
      elements.push(list)
    list.elements.push(slackSection(spans))
    if (!item.sub) return
    elements.push({
      type: 'rich_text_list',
      style: 'bullet',
      indent: 1,
      elements: item.sub.map((line) => slackSection(line)),
    })
    if (index + 1 < block.items.length) list = start(index + 1)
  })
  return elements
}

function printImage({ src, alt, caption, href }: Block & { kind: 'image' }): SlackBlock[] {
  const url = /^https?:/i.test(src) ? slackUrl(src) : undefined
  if (url === undefined) return section([{ text: `[Image: ${alt}]`, href }])
  return [
    {
      type: 'image',
      image_url: url,
      alt_text: clampText(alt, slackLimits.imageAlt),
      ...(caption && { title: plainText(caption, slackLimits.imageTitle) }),
    },
    ...(href !== undefined && slackUrl(href) !== undefined ? section([{ text: alt, href }]) : []),
  ]
}

function printBox(block: Block & { kind: 'box' }, budget: TableBudget): SlackBlock[] {
  switch (block.role) {
    case 'callout': {
      const word = block.tone === 'neutral' && block.title ? undefined : calloutWord(block.tone)
      const lead = { text: `${[word, block.title].filter(Boolean).join(': ')}: `, bold: true }
      return quoted([lead], block.blocks, budget)
    }
    case 'quote': {
      const source: Span[] = block.source ? [{ text: block.source, href: block.href }] : []
      return [
        ...quoted([], block.blocks, budget),
        ...(source.length > 0 ? section([{ text: '— ' }, ...source]) : []),
      ]
    }
    case 'details':
      return [
        ...section([{ text: block.title ?? '', bold: true }]),
        ...printBlocks(block.blocks, budget),
      ]
    case 'section':
      return [
        { type: 'header', text: plainText(block.title ?? '', slackLimits.header) },
        ...(block.note
          ? [{ type: 'context' as const, elements: [plainText(block.note, slackLimits.context)] }]
          : []),
        ...printBlocks(block.blocks, budget),
      ]
  }
}

// Paragraphs stand inside the quote, a line apart; anything else follows it.
function quoted(lead: Span[], blocks: Block[], budget: TableBudget): SlackBlock[] {
  const spans: Span[] = [...lead]
  const rest: Block[] = []
  for (const block of blocks) {
    if (block.kind === 'para' && rest.length === 0) {
      if (spans.length > lead.length) spans.push({ text: '\n' })
      spans.push(...block.spans)
    } else rest.push(block)
  }
  return [
    ...rich({ type: 'rich_text_quote', elements: slackInline(spans) }),
    ...printBlocks(rest, budget),
  ]
}
