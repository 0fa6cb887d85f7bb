import type { ReactNode, RefObject } from 'react'
import type { CardTexts } from '../view/texts'
import type { ToolCallView } from '../view/tool-call-view.types'
import { Icon } from './icon'

interface ApprovalProps {
  view: ToolCallView
  texts: CardTexts
  answered: boolean
  /** Absent where answers cannot be given: the question is shown without buttons. */
  onAnswer?: ((decision: 'allow' | 'deny') => void) | undefined
  buttons: RefObject<HTMLDivElement | null>
}

/** The question and its buttons; the safe answer comes first when the call may destroy something. */
export function Approval({ view, texts, answered, onAnswer, buttons }: ApprovalProps): ReactNode {
  const { approval } = view
  if (!approval || (approval.decision && view.status !== 'approval')) return null
  const order = approval.destructive ? (['deny', 'allow'] as const) : (['allow', 'deny'] as const)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own frame into foreign pages.
    <div className="tp-approval" role="group" aria-label={`${texts.question} ${view.label}`}>
      <p className="tp-question" dir="auto">
        {texts.question}
      </p>
      {approval.reason ? (
        <p className="tp-reason" dir="auto">
          {approval.reason}
        </p>
      ) : null}
      {approval.destructive ? (
        <p className="tp-danger">
          <Icon icon="triangle-alert" />
          <span dir="auto">{texts.dangerous}</span>
        </p>
      ) : null}
      {onAnswer ? (
        <div className="tp-buttons" ref={buttons}>
          {order.map((decision) => (
            <button
              key={decision}
              type="button"
              className="tp-button"
              data-decision={decision}
              data-destructive={decision === 'allow' && approval.destructive ? '' : undefined}
              disabled={answered || approval.decision !== undefined}
              onClick={() => onAnswer(decision)}
            >
              {decision === 'allow' ? texts.approve : texts.deny}
            </button>
          ))}
        </div>
      ) : null}
    </div>
  )
}
