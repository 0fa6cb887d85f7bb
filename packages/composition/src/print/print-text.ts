import type { Block, ListItem, Span } from '../runtime/blocks'
import type { Page } from '../runtime/page'
import { displayWidth, padTo, wrapText } from '../text/display-width'
import { barCells, lineSummary, sparkline } from './chart-text'
import { calloutWord, toneWord } from './tone-word'

const lineWidth = 80
const maxTableWidth = 100

/** Plain text: readable in a terminal, a log or an e-mail. No control character but the line feed. */
export function printText(page: Page): string {
  const head = [page.title?.toUpperCase(), page.subtitle].filter(Boolean).join('\n')
  return [head, ...printBlocks(page.blocks, lineWidth)].filter(Boolean).join('\n\n')
}

function printBlocks(blocks: readonly Block[], width: number): string[] {
  return blocks.map((block) => printBlock(block, width)).filter(Boolean)
}

function printBlock(block: Block, width: number): string {
  switch (block.kind) {
    case 'para':
      return printPara(block, width)
    case 'head':
      return `${block.text}\n${'-'.repeat(Math.min(width, displayWidth(block.text)))}`
    case 'list':
      return block.timeline
        ? printTimeline(block.items, width)
        : block.items.map((item, index) => printItem(item, index, block, width)).join('\n')
    case 'pre':
      return lines(block.caption && `${block.caption}:`, indent(block.code, 4))
    case 'grid':
      return lines(block.caption, printGrid(block, width))
    case 'pairs':
      return printPairs(block)
    case 'meter':
      return printMeter(block)
    case 'line':
      return `${block.label}\n${sparkline(block.points, 40)}  ${lineSummary(block)}`
    case 'image':
      return lines(
        [`[image: ${block.alt}]`, isData(block.src) ? '' : block.src].filter(Boolean).join(' '),
        block.caption,
        block.href,
      )
    case 'rule':
      return '-'.repeat(40)
    case 'box':
      return printBox(block, width)
    case 'cols':
      return block.columns.flatMap((column) => printBlocks(column.blocks, width)).join('\n\n')
  }
}

function printPara(block: Block & { kind: 'para' }, width: number): string {
  if (block.tags)
    return block.spans
      .map(({ text, tone }) => `[${text}${tone ? ` (${toneWord(tone)?.toLowerCase()})` : ''}]`)
      .join(' ')
  const word = toneWord(block.tone)
  const text = spansText(block.spans)
  return wrapText(word ? `${word.toUpperCase()}: ${text}` : text, width).join('\n')
}

function printItem(
  item: ListItem,
  index: number,
  list: Block & { kind: 'list' },
  width: number,
): string {
  const box = item.done === undefined ? '' : item.done ? '[x] ' : '[ ] '
  const marker = list.ordered ? `${index + 1}. ` : box ? '' : '- '
  const text = hang(marker + box, spansText(item.spans), width)
  const sub = item.sub?.map((line) => indent(hang('- ', spansText(line), width - 2), 2))
  return lines(text, ...(sub ?? []))
}

function printTimeline(items: readonly ListItem[], width: number): string {
  const side = Math.max(...items.map((item) => displayWidth(item.lead ?? ''))) + 2
  return items
    .map((item) => {
      const tone = toneWord(item.tone)
      const title = spansText(item.spans) + (tone ? ` [${tone.toLowerCase()}]` : '')
      const head = hang(padTo(item.lead ?? '', side, 'start'), title, width)
      return lines(head, item.note && hang(' '.repeat(side), spansText(item.note), width))
    })
    .join('\n')
}

function printGrid(block: Block & { kind: 'grid' }, width: number): string {
  const labels = block.columns.map((column) => column.label)
  const rows = block.rows.map((row) => row.map(spansText))
  const widths = labels.map((label, column) =>
    Math.max(displayWidth(label), ...rows.map((row) => displayWidth(row[column] ?? ''))),
  )
  const total = widths.reduce((sum, size) => sum + size + 2, -2)
  if (total > Math.max(maxTableWidth, width)) return printRecords(labels, rows)
  const line = (cells: string[]) =>
    cells
      .map((cell, column) => padTo(cell, widths[column]!, block.columns[column]!.align))
      .join('  ')
      .trimEnd()
  const ruler = widths.map((size) => '-'.repeat(size)).join('  ')
  const head = labels.some(Boolean) ? [line(labels), ruler] : []
  return [...head, ...rows.map(line)].join('\n')
}

function printRecords(labels: string[], rows: string[][]): string {
  return rows
    .map((row) =>
      row
        .map((cell, column) => (labels[column] ? `${labels[column]}: ${cell}` : cell).trimEnd())
        .join('\n'),
    )
    .join('\n\n')
}

function printPairs({ items }: Block & { kind: 'pairs' }): string {
  const width = Math.max(...items.map((item) => displayWidth(item.label))) + 1
  return items
    .map((item) => {
      const tone = toneWord(item.tone)
      const value = [
        spansText(item.spans),
        item.note && `(${item.note})`,
        tone && `[${tone.toLowerCase()}]`,
      ]
      return `${padTo(`${item.label}:`, width, 'start')} ${value.filter(Boolean).join(' ')}`.trimEnd()
    })
    .join('\n')
}

function printMeter({ items }: Block & { kind: 'meter' }): string {
  const labelWidth = Math.max(...items.map((item) => displayWidth(item.label)))
  const displays = Math.max(...items.map((item) => displayWidth(item.display)))
  const drawn = items.some((item) => item.share !== undefined)
  return items
    .map((item) => {
      const tone = toneWord(item.tone)
      const cells = [
        padTo(item.label, labelWidth, 'start'),
        ...(drawn ? [padTo(barCells(item.share, 20), 20, 'start')] : []),
        padTo(item.display, displays, 'end'),
        ...(tone ? [`[${tone.toLowerCase()}]`] : []),
      ]
      return cells.join('  ').trimEnd()
    })
    .join('\n')
}

function printBox(block: Block & { kind: 'box' }, width: number): string {
  switch (block.role) {
    case 'callout': {
      const word = block.tone === 'neutral' && block.title ? '' : calloutWord(block.tone)
      const lead = [word, block.title].filter(Boolean).join(': ').toUpperCase()
      const [first, ...rest] = block.blocks
      const opening = first?.kind === 'para' ? spansText(first.spans) : undefined
      const head = hang('! ', opening === undefined ? lead : `${lead}: ${opening}`, width)
      const others = printBlocks(opening === undefined ? block.blocks : rest, width - 2)
      return [head, ...others.map((text) => indent(text, 2))].join('\n')
    }
    case 'quote': {
      const text = printBlocks(block.blocks, width).join('\n\n')
      const source = [block.source, block.href && `(${block.href})`].filter(Boolean).join(' ')
      const joint = displayWidth(text) + displayWidth(source) + 5 > width ? '\n' : ' '
      return source ? `"${text}"${joint}— ${source}` : `"${text}"`
    }
    case 'details':
      return [
        `▸ ${block.title}`,
        indent(printBlocks(block.blocks, width - 2).join('\n\n'), 2),
      ].join('\n')
    case 'section': {
      const title = block.title ?? ''
      const head = lines(title, '-'.repeat(Math.min(width, displayWidth(title))), block.note)
      return [head, ...printBlocks(block.blocks, width)].join('\n\n')
    }
  }
}

/** Spans as plain text: a link is its label and its address. */
export function spansText(spans: readonly Span[]): string {
  return spans
    .map(({ text, href }) => (href === undefined || href === text ? text : `${text} (${href})`))
    .join('')
}

function isData(src: string): boolean {
  return /^data:/i.test(src)
}

function hang(marker: string, text: string, width: number): string {
  const size = displayWidth(marker)
  return marker + wrapText(text, width - size).join(`\n${' '.repeat(size)}`)
}

function indent(text: string, size: number): string {
  return text.replace(/^(?=.)/gm, ' '.repeat(size))
}

function lines(...parts: (string | undefined | false)[]): string {
  return parts.filter(Boolean).join('\n')
}
