import { omittedText } from '../omitted-text'
import { progressPercent } from '../progress-percent'
import { cleanView } from '../view/clean-view'
import { defaultTexts } from '../view/default-texts'
import { safeLink } from '../view/safe-url'
import type { CardTexts } from '../view/texts'
import type {
  FieldView,
  ResultView,
  TextView,
  ToolCallView,
  ToolStatus,
} from '../view/tool-call-view.types'
import { codeBlock, codeSpan, escapeMarkdown } from './escape-markdown'

export interface MarkdownOptions {
  /**
   * Prints long texts whole, not their first lines.
   * @default false
   */
  full?: boolean
  texts?: Partial<CardTexts>
}

const signs: Readonly<Record<ToolStatus, string>> = {
  preparing: '◌',
  queued: '○',
  running: '●',
  approval: '❓',
  done: '✅',
  failed: '❌',
  denied: '🚫',
  blocked: '🛡️',
  cancelled: '⏹️',
}

/** One card as GFM Markdown for a log. What a tool said stands in code, or escaped: it can be no markup and no HTML. */
export function renderToolCard(card: ToolCallView, options: MarkdownOptions = {}): string {
  const view = cleanView(card)
  const texts = { ...defaultTexts, ...options.texts }
  const full = options.full ?? false
  const state = escapeMarkdown([view.statusText, view.elapsed].filter(Boolean).join(', '))
  const server = view.server ? ` ${texts.server} ${codeSpan(view.server)}` : ''
  const parts = [
    `${signs[view.status] ?? ''} **${escapeMarkdown(view.label)}** ${codeSpan(view.toolName)}${server}: ${state}`,
    progress(view),
    approval(view, texts),
    fields(view, texts, full),
    view.output && view.status !== 'done' ? textBlock(view.output, texts, full) : '',
    outcome(view, texts, full),
  ]
  return parts.filter(Boolean).join('\n\n')
}

function progress(view: ToolCallView): string {
  const percent = progressPercent(view)
  return [
    percent === undefined ? '' : `${percent} %`,
    view.message ? escapeMarkdown(view.message) : '',
  ]
    .filter(Boolean)
    .join(', ')
}

function approval(view: ToolCallView, texts: CardTexts): string {
  if (!view.approval || view.status !== 'approval') return ''
  const { reason, destructive } = view.approval
  return [texts.question, reason && escapeMarkdown(reason), destructive && texts.dangerous]
    .filter(Boolean)
    .map((line) => `> ${line}`)
    .join('\\\n')
}

function fields(view: ToolCallView, texts: CardTexts, full: boolean): string {
  if (!view.hasInput) return ''
  if (view.fields.length === 0) return `_${texts.noArguments}_`
  return view.fields.map((field) => fieldItem(field, texts, full)).join('\n')
}

function fieldItem(field: FieldView, texts: CardTexts, full: boolean): string {
  const name = field.name ? `${codeSpan(field.name)}: ` : ''
  if (!field.text.includes('\n') && field.text.length <= 120)
    return `- ${name}${codeSpan(field.text)}`
  const block = textBlock(field, texts, full, field.kind === 'json' ? 'json' : '')
  return `- ${name.trimEnd()}\n\n${block.replace(/^/gm, '  ')}\n`
}

function outcome(view: ToolCallView, texts: CardTexts, full: boolean): string {
  const { error } = view
  if (error) {
    const code = error.code ? ` ${codeSpan(error.code)}` : ''
    const lines = [`**${escapeMarkdown(error.title)}**${code}`]
    if (error.text) lines.push(textBlock(error, texts, full))
    if (error.retryable) lines.push(texts.retryable)
    lines.push(...view.result.map((item) => resultItem(item, texts, full)))
    return lines.join('\n\n')
  }
  if (view.status !== 'done') return ''
  if (view.result.length === 0) return `_${texts.noResult}_`
  return view.result.map((item) => resultItem(item, texts, full)).join('\n\n')
}

function resultItem(item: ResultView, texts: CardTexts, full: boolean): string {
  switch (item.kind) {
    case 'text':
      return (item.title ? `${codeSpan(item.title)}\n\n` : '') + textBlock(item, texts, full)
    case 'json':
      return textBlock(item, texts, full, 'json')
    case 'image':
      return codeSpan(item.alt)
    case 'audio':
      return codeSpan(item.label)
    case 'link': {
      const href = safeLink(item.href)
      const label = escapeMarkdown(item.label)
      const detail = item.detail ? ` ${escapeMarkdown(item.detail)}` : ''
      return href
        ? `[${label}](<${href.replace(/[<>\\]/g, encodeURIComponent)}>)${detail}`
        : label + detail
    }
    default:
      return `_${escapeMarkdown(item.text)}_`
  }
}

function textBlock(view: TextView, texts: CardTexts, full: boolean, language = ''): string {
  const folded = view.preview !== undefined && !full
  const block = codeBlock(folded ? (view.preview ?? '') : view.text, language)
  const hidden = (view.omitted ?? 0) + (folded ? view.text.length - (view.preview?.length ?? 0) : 0)
  return hidden > 0 ? `${block}\n\n_${omittedText(hidden, texts)}_` : block
}
