import type { Block, Span } from '../runtime/blocks'
import { clampText, displayWidth, padTo } from '../text/display-width'
import { barCells } from './chart-text'
import { spansText } from './print-text'
import { type SlackBlock, type SlackCell, slackLimits } from './slack-blocks'
import { slackField, slackSection } from './slack-inline'
import { rich, section } from './slack-rich'
import { toneWord } from './tone-word'

/** What a message has left for table blocks. */
export interface TableBudget {
  /** Cell characters left for table blocks, counted over the whole message. */
  cells: number
  /** Slack shows one table a message. */
  tables: number
}

export function printGrid(block: Block & { kind: 'grid' }, budget: TableBudget): SlackBlock[] {
  const caption = block.caption ? section([{ text: block.caption, bold: true }]) : []
  const cells = [
    block.columns.map((column) => column.label),
    ...block.rows.map((row) => row.map(spansText)),
  ]
  const size = cells.flat().reduce((sum, text) => sum + Math.max(1, text.length), 0)
  const fits =
    budget.tables > 0 &&
    cells.length <= slackLimits.tableRows &&
    block.columns.length <= slackLimits.tableColumns &&
    size <= budget.cells
  if (!fits) return [...caption, ...records(block)]
  budget.tables--
  budget.cells -= size
  const sides = { start: 'left', center: 'center', end: 'right' } as const
  return [
    ...caption,
    {
      type: 'table',
      column_settings: block.columns.map(({ align }) => ({
        align: sides[align],
        is_wrapped: true,
      })),
      rows: [
        block.columns.map(
          ({ label }): SlackCell =>
            label
              ? { type: 'rich_text', elements: [slackSection([{ text: label, bold: true }])] }
              : { type: 'raw_text', text: ' ' },
        ),
        ...block.rows.map((row) => row.map(cell)),
      ],
    },
  ]
}

function cell(spans: Span[]): SlackCell {
  const plain = spans.every((span) => !span.bold && !span.italic && !span.code && !span.href)
  if (plain) return { type: 'raw_text', text: spansText(spans) || ' ' }
  return { type: 'rich_text', elements: [slackSection(spans)] }
}

// A table that does not fit becomes one labelled line a row, a few rows a block.
function records(block: Block & { kind: 'grid' }): SlackBlock[] {
  const lines = block.rows.map((row): Span[] =>
    row.flatMap((spans, index) => {
      const label = block.columns[index]?.label
      return [
        ...(index > 0 ? [{ text: ' · ' }] : []),
        ...(label ? [{ text: `${label}: `, bold: true }] : []),
        ...spans,
      ]
    }),
  )
  const groups: Span[][][] = []
  let room = 0
  for (const line of lines) {
    const size = line.reduce((sum, span) => sum + span.text.length, 0)
    if (groups.length === 0 || size > room || groups.at(-1)!.length >= 25) {
      groups.push([])
      room = slackLimits.richText
    }
    room -= size
    groups.at(-1)!.push(line)
  }
  return groups.flatMap((group) =>
    rich({
      type: 'rich_text_list',
      style: 'bullet',
      indent: 0,
      elements: group.map((line) => slackSection(line)),
    }),
  )
}

export function printPairs(block: Block & { kind: 'pairs' }): SlackBlock[] {
  const fields = block.items.map((item) => {
    const tone = toneWord(item.tone)?.toLowerCase()
    const change = [item.note, tone].filter(Boolean).join(', ')
    return slackField(item.label, `${spansText(item.spans)}${change ? ` (${change})` : ''}`)
  })
  const sections: SlackBlock[] = []
  for (let start = 0; start < fields.length; start += slackLimits.fields)
    sections.push({ type: 'section', fields: fields.slice(start, start + slackLimits.fields) })
  return sections
}

export function meterText({ items }: Block & { kind: 'meter' }): string {
  const labels = items.map((item) => clampText(item.label, 40))
  const width = Math.max(...labels.map(displayWidth))
  const drawn = items.some((item) => item.share !== undefined)
  return items
    .map((item, index) => {
      const tone = toneWord(item.tone)
      const bar = drawn ? `  ${barCells(item.share, 20).padEnd(20)}` : ''
      const note = tone ? `  (${tone.toLowerCase()})` : ''
      return `${padTo(labels[index]!, width, 'start')}${bar}  ${item.display}${note}`
    })
    .join('\n')
}
