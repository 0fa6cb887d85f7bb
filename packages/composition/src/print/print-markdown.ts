import type { Block, ListItem, Span } from '../runtime/blocks'
import type { Page } from '../runtime/page'
import { barCells, lineSummary, sparkline } from './chart-text'
import { codeFence, escapeDestination, escapeMarkdown, markdownCode } from './escape-markdown'
import { markdownSpans } from './markdown-spans'
import { calloutWord, toneWord } from './tone-word'

/** GitHub-flavoured Markdown that parses back to exactly the authored text. */
export function printMarkdown(page: Page): string {
  const parts = [
    page.title && `# ${heading(page.title)}`,
    page.subtitle && markdownSpans([{ text: page.subtitle, italic: true }]),
    ...printBlocks(page.blocks, 1),
  ]
  return parts.filter(Boolean).join('\n\n')
}

function printBlocks(blocks: readonly Block[], depth: number): string[] {
  const parts: string[] = []
  let before: string | undefined
  for (const block of blocks) {
    // Two lists in a row are one list to a parser unless their marks differ.
    const mark = block.kind === 'list' || isFieldList(block) ? listMark(block, before) : undefined
    const text = printBlock(block, depth, mark ?? '-')
    if (!text) continue
    parts.push(text)
    before = mark
  }
  return parts
}

function isFieldList(block: Block): boolean {
  return block.kind === 'pairs' && !block.big
}

function listMark(block: Block, before: string | undefined): string {
  const [first, second] = block.kind === 'list' && block.ordered ? ['.', ')'] : ['-', '*']
  return before === first ? second! : first!
}

function printBlock(block: Block, depth: number, mark: string): string {
  switch (block.kind) {
    case 'para':
      return printPara(block)
    case 'head':
      return `${'#'.repeat(Math.min(6, depth + block.level - 1))} ${heading(block.text)}`
    case 'list':
      return block.items.map((item, index) => printItem(item, index, block, mark)).join('\n')
    case 'pre':
      return printPre(block)
    case 'grid':
      return printGrid(block)
    case 'pairs':
      return block.big
        ? printStats(block)
        : block.items
            .map((item) =>
              `${mark} ${markdownSpans([{ text: `${item.label}:`, bold: true }])} ${markdownSpans(item.spans, { lineStart: false })}`.trimEnd(),
            )
            .join('\n')
    case 'meter':
      return printMeter(block)
    case 'line':
      return `${markdownSpans([{ text: `${block.label}:`, bold: true }])} ${markdownCode(sparkline(block.points, 40), false)} ${escapeMarkdown(lineSummary(block), false)}`
    case 'image':
      return printImage(block)
    case 'rule':
      return '---'
    case 'box':
      return printBox(block, depth)
    case 'cols':
      return printBlocks(
        block.columns.flatMap((column) => column.blocks),
        depth,
      ).join('\n\n')
  }
}

function heading(text: string): string {
  // A run of # at the end would be taken for the closing sequence.
  return escapeMarkdown(text, false).replace(/#/g, '\\#')
}

function printPara(block: Block & { kind: 'para' }): string {
  if (block.tags)
    return block.spans
      .map(({ text, tone }) =>
        tone
          ? `${markdownCode(text, false)} (${toneWord(tone)?.toLowerCase()})`
          : markdownCode(text, false),
      )
      .join(' ')
  const word = toneWord(block.tone)
  if (!word) return markdownSpans(block.spans)
  return `**${word}:** ${markdownSpans(block.spans, { lineStart: false })}`
}

function printItem(
  item: ListItem,
  index: number,
  list: Block & { kind: 'list' },
  mark: string,
): string {
  const marker = list.ordered ? `${index + 1}${mark}` : mark
  const box = item.done === undefined ? '' : item.done ? '[x] ' : '[ ] '
  const tone = toneWord(item.tone)
  const spans: Span[] = [
    ...(item.lead === undefined ? [] : [{ text: item.lead, bold: true }, { text: ' ' }]),
    ...item.spans,
    ...(tone ? [{ text: ` (${tone.toLowerCase()})` }] : []),
    ...(item.note ? [{ text: ' — ' }, ...item.note] : []),
  ]
  const pad = ' '.repeat(marker.length + 1)
  const sub = item.sub?.map((line) => `\n${pad}- ${markdownSpans(line)}`).join('') ?? ''
  return `${marker} ${box}${markdownSpans(spans, { lineStart: box === '' })}${sub}`
}

function printPre({ code, language, caption }: Block & { kind: 'pre' }): string {
  const fence = codeFence(code)
  const block = `${fence}${language ?? ''}\n${code}\n${fence}`
  return caption ? `${markdownSpans([{ text: caption, bold: true }])}\n\n${block}` : block
}

function row(cells: string[]): string {
  return `| ${cells.join(' | ')} |`
}

const rulers = { start: '---', center: ':-:', end: '--:' }

function printGrid(block: Block & { kind: 'grid' }): string {
  const table = [
    row(block.columns.map((column) => escapeMarkdown(column.label, false))),
    row(block.columns.map((column) => rulers[column.align])),
    ...block.rows.map((cells) => row(cells.map(cell))),
  ].join('\n')
  return block.caption
    ? `${markdownSpans([{ text: block.caption, bold: true }])}\n\n${table}`
    : table
}

function cell(spans: Span[]): string {
  return markdownSpans(spans, { lineStart: false, table: true })
}

function printStats({ items }: Block & { kind: 'pairs' }): string {
  const value = (item: (typeof items)[number]) => {
    const tone = toneWord(item.tone)
    const change = [item.note, tone?.toLowerCase()].filter(Boolean).join(', ')
    return [
      ...item.spans.map((span) => ({ ...span, bold: true })),
      ...(change ? [{ text: ` (${change})` }] : []),
    ]
  }
  return [
    row(items.map((item) => escapeMarkdown(item.label, false))),
    row(items.map(() => rulers.start)),
    row(items.map((item) => cell(value(item)))),
  ].join('\n')
}

function printMeter({ items }: Block & { kind: 'meter' }): string {
  const drawn = items.some((item) => item.share !== undefined)
  const value = (item: (typeof items)[number]) => {
    const tone = toneWord(item.tone)
    const shown = tone ? `${item.display} (${tone.toLowerCase()})` : item.display
    const bar = drawn ? `${markdownCode(barCells(item.share, 10).padEnd(10, '░'), true)} ` : ''
    return bar + escapeMarkdown(shown, false)
  }
  return [
    row(['Label', 'Value']),
    row([rulers.start, rulers.start]),
    ...items.map((item) => row([escapeMarkdown(item.label, false), value(item)])),
  ].join('\n')
}

function printImage({ src, alt, caption, href }: Block & { kind: 'image' }): string {
  const label = escapeMarkdown(alt, false)
  // Inline data would flood whoever reads the source; its text alternative says what it shows.
  const shown = /^data:/i.test(src)
    ? escapeMarkdown(`[Image: ${alt}]`, true)
    : `![${label}](${escapeDestination(src)})`
  const linked = href === undefined ? shown : `[${shown}](${escapeDestination(href)})`
  return caption ? `${linked}\n\n${markdownSpans([{ text: caption, italic: true }])}` : linked
}

function printBox(block: Block & { kind: 'box' }, depth: number): string {
  switch (block.role) {
    case 'callout': {
      const word = block.tone === 'neutral' && block.title ? undefined : calloutWord(block.tone)
      const lead = [word, block.title].filter(Boolean).join(': ')
      if (block.title)
        return quoteLines([
          markdownSpans([{ text: lead, bold: true }]),
          ...printBlocks(block.blocks, depth),
        ])
      const [first, ...rest] = printBlocks(block.blocks, depth)
      return quoteLines([`**${lead}:** ${first ?? ''}`.trimEnd(), ...rest])
    }
    case 'quote': {
      const source: Span[] = block.source ? [{ text: block.source, href: block.href }] : []
      const from = source.length > 0 ? [`— ${markdownSpans(source, { lineStart: false })}`] : []
      return quoteLines([...printBlocks(block.blocks, depth), ...from])
    }
    case 'details':
      return [
        markdownSpans([{ text: block.title ?? '', bold: true }]),
        ...printBlocks(block.blocks, depth),
      ].join('\n\n')
    case 'section': {
      const level = Math.min(6, depth + 1)
      return [
        `${'#'.repeat(level)} ${heading(block.title ?? '')}`,
        ...(block.note ? [markdownSpans([{ text: block.note, italic: true }])] : []),
        ...printBlocks(block.blocks, level),
      ].join('\n\n')
    }
  }
}

function quoteLines(parts: string[]): string {
  return parts
    .join('\n\n')
    .split('\n')
    .map((line) => (line ? `> ${line}` : '>'))
    .join('\n')
}
