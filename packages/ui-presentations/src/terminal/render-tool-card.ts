import type { ToolTone } from '@toolprism/core'
import { omittedText } from '../omitted-text'
import { progressPercent } from '../progress-percent'
import { cleanView } from '../view/clean-view'
import { defaultTexts } from '../view/default-texts'
import { safeLink } from '../view/safe-url'
import type { CardTexts } from '../view/texts'
import type { FieldView, ResultView, TextView, ToolCallView } from '../view/tool-call-view.types'
import { displayWidth, fitWidth, wrapText } from './display-width'
import { iconGlyph, statusGlyph } from './glyphs'

export interface TerminalOptions {
  /**
   * Columns.
   * @default 80
   */
  width?: number
  /**
   * ANSI colours, of the 16 that themes define.
   * @default false
   */
  color?: boolean
  /**
   * Symbols beyond ASCII. `false` draws with ASCII; what a tool said keeps its letters.
   * @default true
   */
  unicode?: boolean
  /** Overrides whether arguments and results are printed; a folded card is one line. */
  open?: boolean
  /**
   * Prints long texts whole, not their first lines.
   * @default false
   */
  full?: boolean
  texts?: Partial<CardTexts>
}

const colors: Readonly<Record<ToolTone, number>> = {
  neutral: 36,
  info: 34,
  success: 32,
  warning: 33,
  error: 31,
}

interface Pen {
  width: number
  unicode: boolean
  full: boolean
  texts: CardTexts
  tone(text: string): string
  bold(text: string): string
  faint(text: string): string
}

/** One card as lines of text, without a trailing newline. No escape sequence of a tool's gets through. */
export function renderToolCard(card: ToolCallView, options: TerminalOptions = {}): string {
  const view = cleanView(card)
  const { width = 80, color = false, unicode = true } = options
  const paint = (codes: number | string) => (text: string) =>
    color && text !== '' ? `\u001b[${codes}m${text}\u001b[0m` : text
  const pen: Pen = {
    width: Math.max(20, Math.floor(width)),
    unicode,
    full: options.full ?? false,
    texts: { ...defaultTexts, ...options.texts },
    tone: paint(view.status === 'done' && view.tone === 'neutral' ? 32 : (colors[view.tone] ?? 36)),
    bold: paint(1),
    faint: paint(2),
  }
  const lines = [header(view, pen)]
  if (view.message && view.status === 'running') lines.push(...bar(pen, [view.message]))
  const percent = progressPercent(view)
  if (percent !== undefined) lines.push(...bar(pen, [progressBar(percent, pen)]))
  if (options.open ?? view.open) lines.push(...body(view, pen))
  return lines.join('\n')
}

function header(view: ToolCallView, pen: Pen): string {
  const sign = statusGlyph(view.status, pen.unicode)
  const icon = iconGlyph(view.icon, pen.unicode)
  const lead = icon ? `${sign} ${icon} ` : `${sign} `
  const state = [view.statusText, view.elapsed].filter(Boolean).join(pen.unicode ? ' · ' : ', ')
  const room = pen.width - displayWidth(lead) - displayWidth(state) - 2
  const label = fitWidth(view.label, Math.max(8, room), ellipsis(pen))
  const left = room - displayWidth(label) - 2
  const summary = left > 7 ? fitWidth(view.summary, left, ellipsis(pen)) : ''
  const used = displayWidth(lead) + displayWidth(label) + (summary ? displayWidth(summary) + 2 : 0)
  const gap = Math.max(2, pen.width - used - displayWidth(state))
  return (
    pen.tone(lead.trimEnd()) +
    lead.slice(lead.trimEnd().length) +
    pen.bold(label) +
    (summary ? `  ${pen.faint(summary)}` : '') +
    ' '.repeat(gap) +
    (view.status === 'done' ? pen.faint(state) : pen.tone(state))
  )
}

function progressBar(percent: number, pen: Pen): string {
  const length = Math.min(30, pen.width - 10)
  const filled = Math.round((percent / 100) * length)
  const [on, off] = pen.unicode ? ['━', '─'] : ['#', '-']
  return `${on.repeat(filled)}${off.repeat(length - filled)} ${percent}%`
}

function body(view: ToolCallView, pen: Pen): string[] {
  const { texts } = pen
  const lines: string[] = []
  const { approval, error } = view
  if (approval && view.status === 'approval') {
    lines.push(texts.question)
    if (approval.reason) lines.push(approval.reason)
    if (approval.destructive) lines.push(texts.dangerous)
  }
  const printed = bar(pen, lines)
  printed.push(...fields(view.fields, pen))
  if (view.output && view.status !== 'done') printed.push(...bar(pen, block(view.output, pen)))
  if (printed.length && (error || view.status === 'done')) printed.push(edge(pen).trimEnd())
  if (error) {
    if (error.code) printed.push(`${edge(pen)}${pen.tone(error.code)}`)
    printed.push(...bar(pen, error.text ? block(error, pen) : []))
    if (error.retryable) printed.push(...bar(pen, [texts.retryable]))
    printed.push(
      ...bar(
        pen,
        view.result.flatMap((item) => result(item, pen)),
      ),
    )
  } else if (view.status === 'done') {
    printed.push(
      ...bar(
        pen,
        view.result.length ? view.result.flatMap((item) => result(item, pen)) : [texts.noResult],
      ),
    )
  }
  const server = view.server ? ` ${texts.server} ${view.server}` : ''
  const corner = pen.tone(pen.unicode ? '╰' : '`')
  return [
    ...printed,
    `${corner} ${pen.faint(fitWidth(`${view.toolName}${server}`, pen.width - 2, ellipsis(pen)))}`,
  ]
}

function fields(items: readonly FieldView[], pen: Pen): string[] {
  const longest = Math.max(0, ...items.map((field) => displayWidth(field.name)))
  const column = Math.min(longest, Math.floor(pen.width / 3))
  return items.flatMap((field) => {
    const name = fitWidth(field.name, column, ellipsis(pen))
    const pad = ' '.repeat(column - displayWidth(name))
    const lead = column ? `${pen.faint(name)}${pad}  ` : ''
    const lines = block(field, pen).flatMap((line) =>
      wrapText(line, pen.width - 2 - (column ? column + 2 : 0)),
    )
    return lines.map((line, index) =>
      `${edge(pen)}${index === 0 ? lead : ' '.repeat(column ? column + 2 : 0)}${line}`.trimEnd(),
    )
  })
}

function result(item: ResultView, pen: Pen): string[] {
  switch (item.kind) {
    case 'text':
      return [...(item.title ? [item.title] : []), ...block(item, pen)]
    case 'json':
      return block(item, pen)
    case 'image':
      return [`[${item.alt}]`]
    case 'audio':
      return [`[${item.label}]`]
    case 'link':
      return [`${item.label} <${safeLink(item.href) ?? ''}>`, ...(item.detail ? [item.detail] : [])]
    default:
      return [`[${item.text}]`]
  }
}

/** A text, or its first lines and how many lines or characters follow. */
function block(view: TextView, pen: Pen): string[] {
  const whole = view.text.replace(/\n$/, '').split('\n')
  const lines = view.preview === undefined || pen.full ? whole : view.preview.split('\n')
  if (lines.at(-1) === '…') {
    lines.pop()
    lines.push(`${ellipsis(pen)} +${whole.length - lines.length}`)
  }
  return view.omitted ? [...lines, omittedText(view.omitted, pen.texts)] : lines
}

function bar(pen: Pen, lines: readonly string[]): string[] {
  return lines
    .flatMap((line) => wrapText(line, pen.width - 2))
    .map((line) => `${edge(pen)}${line}`.trimEnd())
}

function edge(pen: Pen): string {
  return `${pen.tone(pen.unicode ? '│' : '|')} `
}

function ellipsis(pen: Pen): string {
  return pen.unicode ? '…' : '...'
}
