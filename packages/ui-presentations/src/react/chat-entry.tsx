import { memo, type ReactNode, useCallback } from 'react'
import type { ChatItem } from '../chat/chat.types'
import type { ChatTexts } from '../chat/chat-items'
import type { ChatSession } from '../chat/create-chat-session'
import type { CardTexts } from '../view/texts'
import type { ToolCallView } from '../view/tool-call-view.types'
import type { RenderIcon } from './card-header'
import { ChatQuestion, type QuestionAnswer } from './chat-question'
import { RichText } from './rich-text'
import { ToolCardGroup } from './tool-card-group'

interface ChatEntryProps {
  item: ChatItem
  views: ReadonlyMap<string, ToolCallView>
  texts: ChatTexts
  cardTexts: Partial<CardTexts> | undefined
  canAnswer: boolean
  session: ChatSession
  renderIcon: RenderIcon | undefined
  renderText: ((text: string) => ReactNode) | undefined
}

/** One item of a chat. Text that did not change is not drawn again while another grows. */
export const ChatEntry = memo(function ChatEntry(props: ChatEntryProps): ReactNode {
  const { item, texts, session } = props
  const answerQuestion = (answer: QuestionAnswer) =>
    item.kind === 'question' ? session.answer(item.runId, item.questionId, { answer }) : undefined
  switch (item.kind) {
    case 'user':
      return (
        <div className="tp-message" data-from="user">
          <span className="tp-live">{texts.you}: </span>
          <p dir="auto">{item.text}</p>
        </div>
      )
    case 'text':
      return (
        <div className="tp-message" data-from="assistant">
          <span className="tp-live">{texts.assistant}: </span>
          {props.renderText ? (
            props.renderText(item.text)
          ) : (
            <RichText text={item.text} texts={texts} />
          )}
        </div>
      )
    case 'reasoning':
      return (
        <details className="tp-reasoning">
          <summary>{texts.thinking}</summary>
          <p dir="auto">{item.text}</p>
        </details>
      )
    case 'tools':
      return <Tools {...props} item={item} />
    case 'question':
      return (
        <ChatQuestion
          item={item}
          texts={texts}
          onAnswer={props.canAnswer ? answerQuestion : undefined}
        />
      )
    default:
      return (
        <p className="tp-notice" data-tone={item.tone} dir="auto">
          {item.text}
        </p>
      )
  }
}, sameEntry)

function Tools({
  item,
  views,
  session,
  canAnswer,
  cardTexts,
  renderIcon,
}: ChatEntryProps & { item: Extract<ChatItem, { kind: 'tools' }> }): ReactNode {
  const onAnswer = useCallback(
    (view: ToolCallView, decision: 'allow' | 'deny') => session.decide(view, decision),
    [session],
  )
  return (
    <div className="tp-calls">
      <ToolCardGroup
        views={item.calls.flatMap((key) => views.get(key) ?? [])}
        onAnswer={canAnswer ? onAnswer : undefined}
        texts={cardTexts}
        renderIcon={renderIcon}
        announce={false}
        focusApproval
      />
    </div>
  )
}

/** Only an item of tools looks at the views, and only at its own. */
function sameEntry(before: ChatEntryProps, after: ChatEntryProps): boolean {
  const { item } = after
  const same = (Object.keys(after) as (keyof ChatEntryProps)[]).every(
    (key) => key === 'views' || key === 'texts' || before[key] === after[key],
  )
  if (!same || item.kind !== 'tools') return same
  return item.calls.every((key) => before.views.get(key) === after.views.get(key))
}
