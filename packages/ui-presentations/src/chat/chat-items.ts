import { callKey } from '../store/tool-card-state'
import { cleanLine, cleanText } from '../view/clean-text'
import { asText } from '../view/is-record'
import type { ChatEvent, ChatItem } from './chat.types'

/** What a chat says by itself. */
export interface ChatTexts {
  send: string
  stop: string
  placeholder: string
  conversation: string
  you: string
  assistant: string
  thinking: string
  reconnecting: string
  lost: string
  gone: string
  stopped: string
  failed: string
  submit: string
  decline: string
  accepted: string
  declined: string
  code: string
  table: string
  max_steps: string
  budget: string
  repetition: string
  blocked: string
}

export const defaultChatTexts: ChatTexts = {
  send: 'Send',
  stop: 'Stop',
  placeholder: 'Ask something…',
  conversation: 'Conversation',
  you: 'You',
  assistant: 'Assistant',
  thinking: 'Thinking',
  reconnecting: 'Connection lost. Reconnecting…',
  lost: 'The connection was lost.',
  gone: 'The server no longer has this run.',
  stopped: 'Stopped.',
  failed: 'The run failed.',
  submit: 'Send answer',
  decline: 'Decline',
  accepted: 'Answered',
  declined: 'Declined',
  code: 'Code',
  table: 'Table',
  max_steps: 'Stopped at the limit of steps.',
  budget: 'Stopped at the limit of tokens or time.',
  repetition: 'Stopped: the same call again and again.',
  blocked: 'The run was blocked.',
}

/** The items after one event; the same array when it shows nothing. `items` is not changed. */
export function reduceChatItems(
  items: readonly ChatItem[],
  event: ChatEvent,
  texts: ChatTexts,
): readonly ChatItem[] {
  switch (event.type) {
    case 'text.delta':
    case 'reasoning.delta':
      return appendText(items, event)
    case 'text.completed':
    case 'reasoning.completed':
      return completeText(items, event)
    case 'model.retried':
      return items.filter((item) => !item.key.endsWith(`/${event.messageId}`))
    case 'question.required':
      return put(items, {
        kind: 'question',
        key: `${event.runId}/${event.questionId}`,
        runId: event.runId,
        questionId: event.questionId,
        message: cleanText(asText(event.message)),
        schema: event.requestedSchema,
      })
    case 'question.resolved':
      return items.map((item) =>
        item.kind === 'question' && item.questionId === event.questionId
          ? { ...item, action: asText(event.action) || 'cancel' }
          : item,
      )
    case 'warning':
      return put(items, {
        kind: 'notice',
        key: `${event.runId}/${event.sequence ?? items.length}`,
        tone: 'warning',
        text: cleanLine(event.message, 400),
      })
    case 'run.ended':
      return endRun(items, event, texts)
    default:
      return isCall(event) ? addCall(items, event) : items
  }
}

type TextEvent = Extract<ChatEvent, { messageId: string }> & { type: string }

function textKind(event: TextEvent): 'text' | 'reasoning' {
  return event.type.startsWith('text') ? 'text' : 'reasoning'
}

function textKey(event: TextEvent): string {
  return `${event.runId}/${textKind(event)}/${event.messageId}`
}

function appendText(
  items: readonly ChatItem[],
  event: TextEvent & { delta: string },
): readonly ChatItem[] {
  if (typeof event.delta !== 'string') return items
  const key = textKey(event)
  const at = items.findLastIndex((item) => item.key === key)
  const known = items[at]
  if (known && 'done' in known)
    return items.with(at, { ...known, text: known.text + cleanText(event.delta) })
  return [...items, { kind: textKind(event), key, text: cleanText(event.delta), done: false }]
}

/** The whole text is the truth, whatever deltas were lost. */
function completeText(
  items: readonly ChatItem[],
  event: TextEvent & { text: string },
): readonly ChatItem[] {
  const text = cleanText(asText(event.text))
  const key = textKey(event)
  if (text.trim() === '') return items.filter((item) => item.key !== key)
  return put(items, { kind: textKind(event), key, text, done: true })
}

function endRun(
  items: readonly ChatItem[],
  event: Extract<ChatEvent, { type: 'run.ended' }>,
  texts: ChatTexts,
): readonly ChatItem[] {
  const ended = items.map((item) => ('done' in item && !item.done ? { ...item, done: true } : item))
  const key = `${event.runId}/end`
  const text = endText(event, texts)
  if (!text) return ended
  const tone =
    event.status === 'aborted' ? 'neutral' : event.status === 'failed' ? 'error' : 'warning'
  return put(ended, { kind: 'notice', key, tone, text })
}

function endText(event: Extract<ChatEvent, { type: 'run.ended' }>, texts: ChatTexts): string {
  const message = cleanLine(event.error?.message, 400)
  switch (event.status) {
    case 'completed':
    case 'paused':
      return ''
    case 'aborted':
      return texts.stopped
    case 'max_steps':
    case 'budget':
    case 'repetition':
    case 'blocked':
      return message || texts[event.status]
    default:
      return message || texts.failed
  }
}

function isCall(event: ChatEvent): event is ChatEvent & { callId: string } {
  return (
    /^(?:tool|permission)\./.test(event.type) &&
    'callId' in event &&
    typeof event.callId === 'string'
  )
}

function addCall(
  items: readonly ChatItem[],
  event: ChatEvent & { callId: string },
): readonly ChatItem[] {
  const call = callKey(event.callId, event.runId)
  if (items.some((item) => item.kind === 'tools' && item.calls.includes(call))) return items
  const last = items.at(-1)
  return last?.kind === 'tools'
    ? items.with(-1, { ...last, calls: [...last.calls, call] })
    : [...items, { kind: 'tools', key: `tools/${call}`, calls: [call] }]
}

/** Replaces the item of the same key, or adds it at the end. */
function put(items: readonly ChatItem[], item: ChatItem): readonly ChatItem[] {
  const at = items.findLastIndex((known) => known.key === item.key)
  return at === -1 ? [...items, item] : items.with(at, item)
}
