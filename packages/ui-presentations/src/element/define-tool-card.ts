import { toolCardStyles } from '../html/tool-card-styles.table'
import type { CardTexts } from '../view/texts'
import type { ToolCallView } from '../view/tool-call-view.types'
import { createToolCardClass } from './tool-card-element'

/** The `<tool-card>` element. Give it a `view`, listen to `tool-approve` and `tool-deny`. */
export interface ToolCardElement extends HTMLElement {
  /** The card to show. May also be given as JSON in the `view` attribute. */
  view: ToolCallView | undefined
  /** The person's choice, else what the view says. Setting it makes the choice. */
  open: boolean
  /** Words of the card. */
  texts: Partial<CardTexts> | undefined
  /** Moves focus to the first, safe answer of an open approval; false when there is none. */
  focusApproval(): boolean
}

/** `detail` of `tool-approve` and `tool-deny`. Call `preventDefault()` to leave the buttons on. */
export interface ToolAnswerDetail {
  callId: string
  runId?: string
  toolName: string
  permissionId: string
}

/** Registers `<tool-card>`, once. Does nothing where there is no DOM, so it may be called while rendering on a server. */
export function defineToolCard(tag = 'tool-card'): void {
  if (typeof customElements === 'undefined' || customElements.get(tag)) return
  customElements.define(
    tag,
    createToolCardClass(
      `:host{display:block}:host([hidden]){display:none}:host([theme=light]){color-scheme:light}:host([theme=dark]){color-scheme:dark}${toolCardStyles}`,
    ),
  )
}
