import type { ContentBlock, ToolResult } from '@toolprism/core'
import type { AssistantPart, Message } from './message'
import type { Redaction } from './redact'
import type { EventBody } from './run-state'
import type { Snapshot } from './snapshot-types'

/*
 * Secrets leave the places that hold somebody's words or data. Types, states and ids are ours: a pattern that happens
 * to match one must not break the shape.
 */

export function redactMessage(message: Message, redaction: Redaction): Message {
  if (message.role === 'system') return { ...message, content: redaction.text(message.content) }
  if (message.role === 'user')
    return typeof message.content === 'string'
      ? { ...message, content: redaction.text(message.content) }
      : { ...message, content: redactBlocks(message.content, redaction) }
  if (message.role === 'tool')
    return {
      ...message,
      content: message.content.map((part) => ({
        ...part,
        content: redactBlocks(part.content, redaction),
      })),
    }
  return { ...message, content: message.content.map((part) => redactPart(part, redaction)) }
}

function redactPart(part: AssistantPart, redaction: Redaction): AssistantPart {
  if (part.type !== 'tool-call') return { ...part, text: redaction.text(part.text) }
  const input = redaction.data(part.input)
  return input === part.input ? part : { ...part, input }
}

function redactBlocks(blocks: ContentBlock[], redaction: Redaction): ContentBlock[] {
  return blocks.map((block) => {
    const { type, ...rest } = block
    // The cast puts back together what was taken apart.
    return { type, ...redaction.data(rest) } as ContentBlock
  })
}

export function redactResult(result: ToolResult, redaction: Redaction): ToolResult {
  const { content, structuredContent, meta } = result
  const done: ToolResult = { ...result, content: redactBlocks(content, redaction) }
  if (structuredContent !== undefined) done.structuredContent = redaction.data(structuredContent)
  if (meta)
    done.meta = Object.fromEntries(
      Object.entries(meta).map(([key, value]) => [
        key,
        key === 'toolprism/code' ? value : redaction.data(value),
      ]),
    )
  return done
}

const words = ['input', 'message', 'text', 'reason', 'data', 'requestedSchema'] as const

/** Deltas came through a streaming redactor, and results through {@link redactResult}, before they became events. */
export function redactEvent(body: EventBody, redaction: Redaction): EventBody {
  const done = { ...body } as Record<string, unknown>
  for (const key of words) if (key in done) done[key] = redaction.data(done[key])
  if ('error' in body && body.error)
    done['error'] = { ...body.error, message: redaction.text(body.error.message) }
  return done as unknown as EventBody
}

/** Transcript, view and turn hold no secret any more; questions and answers may. */
export function redactSnapshot(snapshot: Snapshot, redaction: Redaction): Snapshot {
  const { data, text } = redaction
  return {
    ...snapshot,
    input: text(snapshot.input),
    pending: snapshot.pending.map((question) => ({
      ...question,
      input: data(question.input),
      ...(question.originalInput === undefined
        ? {}
        : { originalInput: data(question.originalInput) }),
    })),
    sticky: snapshot.sticky.map((decision) =>
      decision.input === undefined ? decision : { ...decision, input: text(decision.input) },
    ),
    ...(snapshot.decided ? { decided: data(snapshot.decided) } : {}),
    ...(snapshot.turn
      ? {
          turn: {
            ...snapshot.turn,
            calls: snapshot.turn.calls.map((call) => ({
              ...call,
              ...(call.answers ? { answers: data(call.answers) } : {}),
            })),
          },
        }
      : {}),
  }
}
