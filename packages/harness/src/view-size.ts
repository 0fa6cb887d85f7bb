import { blockSize } from './compact'
import type { Message } from './message'
import type { RunState } from './run-state'

/** Tokens of what the model is shown, counted message by message, each once. */
export interface ViewSize {
  measure(state: RunState): number
  /** After a message in the middle has changed. */
  reset(): void
}

export function createViewSize(countTokens: ((text: string) => number) | undefined): ViewSize {
  let counted = 0
  let tokens = 0
  const sizeOf = (message: Message): number =>
    countTokens ? countTokens(messageText(message)) : Math.ceil(messageLength(message) / 4)
  return {
    measure({ view }) {
      for (; counted < view.length; counted++) tokens += sizeOf(view[counted]!) + 4
      return tokens
    },
    reset() {
      counted = 0
      tokens = 0
    },
  }
}

function messageLength(message: Message): number {
  if (message.role === 'system') return message.content.length
  if (message.role === 'user')
    return typeof message.content === 'string'
      ? message.content.length
      : message.content.reduce((sum, block) => sum + blockSize(block), 0)
  if (message.role === 'tool')
    return message.content.reduce(
      (sum, part) => sum + part.content.reduce((inner, block) => inner + blockSize(block), 20),
      0,
    )
  return message.content.reduce(
    (sum, part) =>
      sum + (part.type === 'tool-call' ? JSON.stringify(part.input).length + 20 : part.text.length),
    0,
  )
}

function messageText(message: Message): string {
  return typeof message.content === 'string' ? message.content : JSON.stringify(message.content)
}
