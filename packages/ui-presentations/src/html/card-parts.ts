import { omittedText } from '../omitted-text'
import { progressPercent } from '../progress-percent'
import { splitPictures } from '../split-pictures'
import { statusIcons } from '../status-icons'
import { safeIconSource, safeLink, safeMedia } from '../view/safe-url'
import type { CardTexts } from '../view/texts'
import type { FieldView, ResultView, TextView, ToolCallView } from '../view/tool-call-view.types'
import { attributes, escapeHtml } from './escape-html'
import { renderIcon } from './render-icon'

/** The line that is always seen. `clock` is the running time in words, for hosts that tick. */
export function renderHeader(view: ToolCallView, clock = view.elapsed): string {
  const source = safeIconSource(view.iconSource)
  const icon = source
    ? `<img class="tp-svg" src="${escapeHtml(source)}" alt="" loading="lazy" referrerpolicy="no-referrer">`
    : renderIcon(view.icon)
  const line = view.message || view.summary
  return (
    `<span class="tp-icon">${icon}</span>` +
    `<span class="tp-title"><bdi class="tp-label" title="${escapeHtml(view.toolName)}">${escapeHtml(view.label)}</bdi>` +
    `${line ? `<bdi class="tp-summary">${escapeHtml(line)}</bdi>` : ''}</span>` +
    `<span class="tp-state"><span class="tp-status">${renderIcon(statusIcons[view.status])}` +
    `<span dir="auto">${escapeHtml(view.statusText)}</span></span>` +
    `<span class="tp-time">${escapeHtml(clock)}</span></span>` +
    renderIcon('chevron-down', 'tp-svg tp-chevron')
  )
}

/** The bar under the header; empty when there is nothing to measure. */
export function renderProgress(view: ToolCallView): string {
  const percent = progressPercent(view)
  if (percent === undefined) return ''
  return (
    `<div class="tp-progress" role="progressbar" aria-valuemin="0" aria-valuemax="100" aria-valuenow="${percent}"` +
    `${attributes({ 'aria-label': view.label })}><i style="inline-size:${percent}%"></i></div>`
  )
}

/** Where a static page sends an answer, or that buttons are wanted for a script to listen to. */
export type ApprovalControls =
  | 'none'
  | 'buttons'
  | { action: string; fields?: Readonly<Record<string, string>> }

/** The question and its buttons; the safe answer comes first when the call may destroy something. */
export function renderApproval(
  view: ToolCallView,
  texts: CardTexts,
  controls: ApprovalControls,
): string {
  const { approval } = view
  if (!approval) return ''
  if (approval.decision && view.status !== 'approval') return ''
  const reason = approval.reason
    ? `<p class="tp-reason" dir="auto">${escapeHtml(approval.reason)}</p>`
    : ''
  const danger = approval.destructive
    ? `<p class="tp-danger">${renderIcon('triangle-alert')}<span dir="auto">${escapeHtml(texts.dangerous)}</span></p>`
    : ''
  return (
    `<div class="tp-approval" role="group"${attributes({ 'aria-label': `${texts.question} ${view.label}` })}>` +
    `<p class="tp-question" dir="auto">${escapeHtml(texts.question)}</p>${reason}${danger}` +
    `${renderButtons(view, texts, controls)}</div>`
  )
}

function renderButtons(view: ToolCallView, texts: CardTexts, controls: ApprovalControls): string {
  const { approval } = view
  if (!approval || controls === 'none') return ''
  const button = (decision: 'allow' | 'deny') =>
    `<button class="tp-button" data-decision="${decision}"${attributes({
      type: typeof controls === 'object' ? 'submit' : 'button',
      name: typeof controls === 'object' ? 'decision' : undefined,
      value: typeof controls === 'object' ? decision : undefined,
      'data-destructive': decision === 'allow' && approval.destructive,
      disabled: approval.decision !== undefined,
    })}>${escapeHtml(decision === 'allow' ? texts.approve : texts.deny)}</button>`
  const order = approval.destructive ? (['deny', 'allow'] as const) : (['allow', 'deny'] as const)
  const buttons = order.map(button).join('')
  if (typeof controls !== 'object') return `<div class="tp-buttons">${buttons}</div>`
  const hidden = { ...controls.fields, permissionId: approval.permissionId }
  const inputs = Object.entries(hidden)
    .map(([name, value]) => `<input type="hidden"${attributes({ name, value })}>`)
    .join('')
  return `<form class="tp-buttons" method="post"${attributes({ action: controls.action })}>${inputs}${buttons}</form>`
}

/** The arguments as a list of names and values. */
export function renderFields(view: ToolCallView, texts: CardTexts): string {
  if (!view.hasInput) return ''
  if (view.fields.length === 0) return `<p class="tp-note">${escapeHtml(texts.noArguments)}</p>`
  const [first] = view.fields
  if (view.fields.length === 1 && first?.name === '')
    return section(texts.arguments, renderValue(first, texts))
  const rows = view.fields
    .map(
      (field) =>
        `<dt dir="auto">${escapeHtml(field.name)}</dt><dd>${renderValue(field, texts)}</dd>`,
    )
    .join('')
  return section(texts.arguments, `<dl class="tp-fields">${rows}</dl>`)
}

function renderValue(field: FieldView, texts: CardTexts): string {
  if (field.kind === 'json') return renderText(field, texts, 'tp-code')
  if (field.kind === 'text') return renderText(field, texts, 'tp-text')
  return `<code class="tp-value" data-kind="${field.kind}">${escapeHtml(field.text)}</code>`
}

/** A text, folded behind its first lines when long; works without script. */
export function renderText(view: TextView, texts: CardTexts, className: string): string {
  // Code reads left to right in every language.
  const direction = className === 'tp-code' ? 'ltr' : 'auto'
  const block = (text: string) =>
    `<pre class="${className}" dir="${direction}">${escapeHtml(text)}</pre>`
  const omitted = view.omitted
    ? `<p class="tp-note">${escapeHtml(omittedText(view.omitted, texts))}</p>`
    : ''
  if (view.preview === undefined) return block(view.text) + omitted
  return (
    `<details class="tp-long"><summary>${block(view.preview)}` +
    `<span class="tp-more">${escapeHtml(texts.showAll)}</span></summary>${block(view.text)}${omitted}</details>`
  )
}

/** What a running tool printed so far. */
export function renderOutput(view: ToolCallView, texts: CardTexts): string {
  // The result says it again, and better.
  if (!view.output || (view.status === 'done' && view.result.length > 0)) return ''
  return section(texts.output, renderText(view.output, texts, 'tp-code'))
}

/** The error, or everything the tool answered. */
export function renderResult(view: ToolCallView, texts: CardTexts): string {
  if (view.error) return renderError(view, texts)
  if (view.status !== 'done') return ''
  if (view.result.length === 0) return `<p class="tp-note">${escapeHtml(texts.noResult)}</p>`
  const { rest } = splitPictures(view)
  if (rest.length === 0) return ''
  return section(texts.result, rest.map((item) => renderResultItem(item, texts)).join(''))
}

/** The pictures under a card, seen although it is folded; a tall one is cut until it is clicked. Works without script. */
export function renderPictures(view: ToolCallView): string {
  const { pictures } = splitPictures(view)
  return pictures
    .map(
      (item) =>
        `<details class="tp-picture"><summary><img decoding="async"${attributes({ src: safeMedia(item.source), alt: item.alt })}></summary></details>`,
    )
    .join('')
}

function renderError(view: ToolCallView, texts: CardTexts): string {
  const { error } = view
  if (!error) return ''
  const code = error.code ? `<code class="tp-value">${escapeHtml(error.code)}</code>` : ''
  const hint = error.retryable ? `<p class="tp-note">${escapeHtml(texts.retryable)}</p>` : ''
  const text = error.text ? renderText(error, texts, 'tp-text') : ''
  return `<section class="tp-section tp-error"><p class="tp-caption">${escapeHtml(error.title)}${code}</p>${text}${hint}</section>`
}

function renderResultItem(item: ResultView, texts: CardTexts): string {
  switch (item.kind) {
    case 'text':
      return (
        (item.title ? `<p class="tp-note" dir="auto">${escapeHtml(item.title)}</p>` : '') +
        renderText(item, texts, 'tp-text')
      )
    case 'json':
      return renderText(item, texts, 'tp-code')
    case 'image':
      return `<img class="tp-image" loading="lazy" decoding="async"${attributes({ src: safeMedia(item.source), alt: item.alt })}>`
    case 'audio':
      return `<audio class="tp-audio" controls preload="none"${attributes({ src: safeMedia(item.source), 'aria-label': item.label })}></audio>`
    case 'link':
      return (
        `<p class="tp-link">${renderIcon('link')}<a target="_blank" rel="noopener noreferrer nofollow" referrerpolicy="no-referrer"` +
        `${attributes({ href: safeLink(item.href) })}><bdi>${escapeHtml(item.label)}</bdi></a>` +
        `${item.detail ? `<span class="tp-muted" dir="auto">${escapeHtml(item.detail)}</span>` : ''}</p>`
      )
    default:
      return `<p class="tp-note" dir="auto">${escapeHtml(item.text)}</p>`
  }
}

/** The line of small print: the real name and where the tool came from. */
export function renderOrigin(view: ToolCallView, texts: CardTexts): string {
  const server = view.server
    ? ` <span>${escapeHtml(texts.server)}</span> <bdi>${escapeHtml(view.server)}</bdi>`
    : ''
  return `<p class="tp-origin"><code>${escapeHtml(view.toolName)}</code>${server}</p>`
}

function section(title: string, content: string): string {
  return `<section class="tp-section"><p class="tp-caption">${escapeHtml(title)}</p>${content}</section>`
}
