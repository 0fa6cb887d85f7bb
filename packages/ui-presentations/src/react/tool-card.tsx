import { memo, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { toolCardStyles } from '../html/tool-card-styles.table'
import { announcement } from '../running-time'
import { defaultTexts } from '../view/default-texts'
import type { CardTexts } from '../view/texts'
import type { ToolCallView } from '../view/tool-call-view.types'
import { Approval } from './approval'
import { CardHeader, CardProgress, type RenderIcon } from './card-header'
import { Fields, Origin, Output, Result } from './card-sections'
import { Pictures } from './pictures'
import { useCardStyles } from './use-card-styles'
import { useOpen } from './use-open'

export interface ToolCardProps {
  view: ToolCallView
  /** Called with the answer. A promise that rejects switches the buttons on again. Without it, approvals are read-only. */
  onAnswer?: ((view: ToolCallView, decision: 'allow' | 'deny') => unknown) | undefined
  /** Makes the card controlled; otherwise the view says how it starts and the person's choice persists. */
  open?: boolean | undefined
  onToggle?: ((view: ToolCallView, open: boolean) => void) | undefined
  renderIcon?: RenderIcon | undefined
  texts?: Partial<CardTexts> | undefined
  /**
   * Moves focus to the safe answer when a question comes up and nothing else has the focus.
   * @default false
   */
  focusApproval?: boolean | undefined
  /**
   * Tells screen readers of status changes; a list that announces for its cards says `false`.
   * @default true
   */
  announce?: boolean | undefined
}

/** One tool call. Re-renders when its view or another prop changes, and once a second while it runs. */
export const ToolCard = memo(function ToolCard(props: ToolCardProps): ReactNode {
  const { view, onAnswer, announce = true } = props
  const id = useId()
  const card = useRef<HTMLDivElement>(null)
  const header = useRef<HTMLButtonElement>(null)
  const buttons = useRef<HTMLDivElement>(null)
  const [open, choose] = useOpen(view.key, view.status === 'approval', props.open ?? view.open)
  const shown = props.open ?? open
  const toggle = () => {
    choose(!shown)
    props.onToggle?.(view, !shown)
  }
  const [answered, setAnswered] = useState<string>()
  useCardStyles(card, toolCardStyles)
  useApprovalFocus(props, buttons)
  const texts = { ...defaultTexts, ...props.texts }
  const permissionId = view.approval?.permissionId
  const answer =
    onAnswer &&
    ((decision: 'allow' | 'deny') => {
      setAnswered(permissionId)
      header.current?.focus()
      Promise.resolve(onAnswer(view, decision)).catch(() => setAnswered(undefined))
    })
  return (
    <div
      ref={card}
      className="tp-card"
      data-status={view.status}
      data-tone={view.tone}
      data-call={view.key}
      data-nested={view.parentCallId === undefined ? undefined : ''}
    >
      <button
        ref={header}
        type="button"
        id={`${id}header`}
        className="tp-header"
        aria-expanded={shown}
        aria-controls={`${id}body`}
        onClick={toggle}
      >
        <CardHeader view={view} renderIcon={props.renderIcon} />
      </button>
      <CardProgress view={view} />
      {/* biome-ignore lint/a11y/useSemanticElements: the role is named by its header. */}
      <div
        id={`${id}body`}
        className="tp-body"
        role="region"
        aria-labelledby={`${id}header`}
        hidden={!shown}
      >
        {shown ? (
          <>
            <Approval
              view={view}
              texts={texts}
              answered={answered !== undefined && answered === permissionId}
              onAnswer={answer}
              buttons={buttons}
            />
            <Fields view={view} texts={texts} />
            <Output view={view} texts={texts} />
            <Result view={view} texts={texts} />
            <Origin view={view} texts={texts} />
          </>
        ) : null}
      </div>
      <Pictures view={view} />
      {announce ? <Announcement view={view} /> : null}
    </div>
  )
})

function useApprovalFocus(
  { view, focusApproval }: ToolCardProps,
  buttons: RefObject<HTMLDivElement | null>,
): void {
  const question = view.status === 'approval' ? view.approval?.permissionId : undefined
  useEffect(() => {
    if (!focusApproval || question === undefined) return
    const active = document.activeElement
    if (active === null || active === document.body)
      buttons.current?.querySelector('button')?.focus()
  }, [focusApproval, question, buttons])
}

/** Empty at first, so that a page full of cards is silent; then each change of status. */
function Announcement({ view }: { view: ToolCallView }): ReactNode {
  const first = useRef(view.statusText)
  const changed = first.current !== view.statusText
  if (changed) first.current = ''
  return (
    <div className="tp-live" role="status">
      {changed ? announcement(view) : ''}
    </div>
  )
}
