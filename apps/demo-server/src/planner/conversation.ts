import type { Message, ToolCallPart, ToolResultPart } from '@toolprism/harness'

export interface FinishedCall {
  call: ToolCallPart
  result: ToolResultPart
  /** The result's text blocks, joined. */
  text: string
}

export interface Conversation {
  /** The person's latest request. */
  request: string
  /** Calls made for that request, in order, with what they answered. */
  calls: FinishedCall[]
}

/** What the planner needs of a transcript: the last request, and what has been done for it. */
export function readConversation(messages: readonly Message[]): Conversation {
  const start = messages.findLastIndex((message) => message.role === 'user' && !message.origin)
  const asked = messages[start]
  const request = asked?.role === 'user' ? textOf(asked.content) : ''
  const later = messages.slice(start + 1)
  const made = later.flatMap((message) =>
    message.role === 'assistant' ? message.content.filter((part) => part.type === 'tool-call') : [],
  )
  const results = later.flatMap((message) => (message.role === 'tool' ? message.content : []))
  const calls = made.flatMap((call) => {
    const result = results.find((part) => part.callId === call.callId)
    return result ? [{ call, result, text: textOf(result.content) }] : []
  })
  return { request, calls }
}

function textOf(content: string | readonly { type: string; text?: string }[]): string {
  if (typeof content === 'string') return content
  return content.map((block) => (block.type === 'text' ? (block.text ?? '') : '')).join('\n')
}
