import type { Message } from './message'

/** A place where a transcript breaks the rules a provider holds it to. */
export interface TranscriptFault {
  /** Index of the message. */
  index: number
  message: string
}

/**
 * What is wrong with a transcript: every assistant message with calls is followed at once by one tool message with
 * a result for each of them, in the same order; no other tool message exists; call ids are unique.
 */
export function checkTranscript(messages: readonly Message[]): TranscriptFault[] {
  const faults: TranscriptFault[] = []
  const seen = new Set<string>()
  const fault = (index: number, message: string) => faults.push({ index, message })
  let open: string[] = []
  messages.forEach((message, index) => {
    const { role } = message
    if (open.length > 0 && role !== 'tool') {
      fault(index, `calls ${open.join(', ')} have no result before this ${role} message`)
      open = []
    }
    if (role === 'assistant') {
      if (message.content.length === 0) fault(index, 'an assistant message is empty')
      for (const part of message.content) {
        if (part.type !== 'tool-call') continue
        if (part.callId === '') fault(index, 'a call has no id')
        if (seen.has(part.callId)) fault(index, `call id ${part.callId} is used twice`)
        if (typeof part.input !== 'object' || part.input === null || Array.isArray(part.input))
          fault(index, `the input of call ${part.callId} is no object`)
        seen.add(part.callId)
        open.push(part.callId)
      }
    } else if (role === 'tool') {
      const given = message.content.map((part) => part.callId)
      if (given.join('\n') !== open.join('\n'))
        fault(index, `results [${given.join(', ')}] do not answer calls [${open.join(', ')}]`)
      for (const part of message.content)
        if (part.content.length === 0) fault(index, `the result of call ${part.callId} is empty`)
      open = []
    } else if (role !== 'user' && role !== 'system')
      fault(index, `there is no role ${JSON.stringify(role)}`)
  })
  if (open.length > 0) fault(messages.length, `calls ${open.join(', ')} have no result`)
  return faults
}
