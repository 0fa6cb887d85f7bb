import type { ModelOutcome } from './read-model-stream'
import type { RedactStream } from './redact'
import type { RunState } from './run-state'

/** An answer shown while it arrives, through the redactor. */
export interface LiveAnswer {
  state: RunState
  messageId: string
  attempt: number
  /** Redactors by what they stand before: `text`, `reasoning`, `input` and an id. */
  streams: Map<string, RedactStream> | undefined
  /** Calls announced before they are whole, by the provider's id. */
  announced: Map<string, { callId: string; toolName: string }> | undefined
}

export function showText(live: LiveAnswer, kind: 'text' | 'reasoning', delta: string): void {
  emitText(live, kind, through(live, kind, delta))
}

export function showInputStart(live: LiveAnswer, id: string, toolName: string): void {
  live.announced ??= new Map()
  const { announced } = live
  if (announced.has(id)) return
  announced.set(id, { callId: callIdOf(live.state, live.attempt, announced.size), toolName })
}

export function showInput(live: LiveAnswer, id: string, delta: string): void {
  emitInput(live, id, through(live, `input ${id}`, delta))
}

function emitText(live: LiveAnswer, kind: 'text' | 'reasoning', delta: string): void {
  if (delta !== '') live.state.emit({ type: `${kind}.delta`, messageId: live.messageId, delta })
}

function emitInput(live: LiveAnswer, id: string, delta: string): void {
  const call = live.announced?.get(id)
  if (call && delta !== '') live.state.emit({ type: 'tool.input', ...call, delta })
}

function through(live: LiveAnswer, key: string, delta: string): string {
  const { redaction } = live.state.config
  if (!redaction) return delta
  live.streams ??= new Map()
  let stream = live.streams.get(key)
  if (!stream) {
    stream = redaction.stream()
    live.streams.set(key, stream)
  }
  return stream.push(delta)
}

/** Shows what was held back, and says which announced calls never came. */
export function endAnswer(live: LiveAnswer, outcome: ModelOutcome): void {
  for (const [key, stream] of live.streams ?? []) {
    const rest = stream.flush()
    if (key.startsWith('input ')) emitInput(live, key.slice(6), rest)
    else emitText(live, key as 'text', rest)
  }
  if (live.announced) failUnfinished(live, outcome)
  if (outcome.kind === 'failure') return
  completeText(live, outcome, 'reasoning')
  completeText(live, outcome, 'text')
}

function completeText(live: LiveAnswer, outcome: ModelOutcome, kind: 'text' | 'reasoning'): void {
  let text = ''
  for (const part of outcome.parts) if (part.type === kind) text += part.text
  if (text !== '') live.state.emit({ type: `${kind}.completed`, messageId: live.messageId, text })
}

function failUnfinished(live: LiveAnswer, outcome: ModelOutcome): void {
  const calls =
    outcome.kind === 'answer' ? outcome.parts.filter((part) => part.type === 'tool-call').length : 0
  for (const call of [...live.announced!.values()].slice(calls))
    live.state.emit({
      type: 'tool.failed',
      ...call,
      failure: 'cancelled',
      result: {
        content: [{ type: 'text', text: 'The model did not finish this call. Nothing was run.' }],
        isError: true,
      },
    })
}

/** Our own id of a call: unique over runs, the same in every replay. */
export function callIdOf(state: RunState, attempt: number, index: number): string {
  // Joined, not put together with +: that leaves a chain of pieces, which the transcript would keep.
  const parts = ['call', state.tag, state.step, index]
  if (attempt > 1) parts.push(attempt)
  return parts.join('_')
}
