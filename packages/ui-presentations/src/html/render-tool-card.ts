import { defaultTexts } from '../view/default-texts'
import type { CardTexts } from '../view/texts'
import type { ToolCallView } from '../view/tool-call-view.types'
import {
  type ApprovalControls,
  renderApproval,
  renderFields,
  renderHeader,
  renderOrigin,
  renderOutput,
  renderPictures,
  renderProgress,
  renderResult,
} from './card-parts'
import { attributes } from './escape-html'

export interface HtmlOptions {
  /**
   * How approvals are answered: not at all, by buttons a script listens to (`data-decision`), or by a form
   * that posts `permissionId` and `decision` to an address of yours.
   * @default 'none'
   */
  approval?: ApprovalControls
  /** Overrides how the card starts. */
  open?: boolean
  texts?: Partial<CardTexts>
}

/**
 * One card as an HTML string. Everything a tool said is escaped; works without script. Put
 * `toolCardStyles` on the page once.
 */
export function renderToolCard(view: ToolCallView, options: HtmlOptions = {}): string {
  const texts = { ...defaultTexts, ...options.texts }
  const open = attributes({ open: options.open ?? view.open })
  const pictures = renderPictures(view)
  return (
    `<div class="tp-card"${cardAttributes(view)}><details${open}><summary class="tp-header">${renderHeader(view)}</summary>` +
    `<div class="tp-body">${renderBody(view, texts, options.approval ?? 'none')}</div></details>${renderProgress(view)}` +
    `${pictures && `<div class="tp-pictures">${pictures}</div>`}</div>`
  )
}

/** What the stylesheet and a page's scripts read of a card. */
export function cardAttributes(view: ToolCallView): string {
  return attributes({
    'data-status': view.status,
    'data-tone': view.tone,
    'data-call': view.key,
    'data-nested': view.parentCallId !== undefined,
  })
}

function renderBody(view: ToolCallView, texts: CardTexts, approval: ApprovalControls): string {
  return (
    renderApproval(view, texts, approval) +
    renderFields(view, texts) +
    renderOutput(view, texts) +
    renderResult(view, texts) +
    renderOrigin(view, texts)
  )
}
