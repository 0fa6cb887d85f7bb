import type { ToolEvent, ToolFailure, ToolPresentation, ToolResult } from '@toolprism/core'
import { optional } from '../optional'
import { appendChunk, keepTail } from './append-chunk'
import type { PermissionFact, ToolCall } from './tool-call.types'

/** Live text kept per call; older text is dropped, with its length kept. */
const outputLimit = 64_000
const inputLimit = 200_000
const failures: readonly string[] = [
  'error', 'invalid', 'unknown', 'blocked', 'denied', 'timeout', 'cancelled', 'abandoned', 'skipped',
] // biome-ignore format: a list to read across

/** The call with what the event says added; the same object when it says nothing new. */
export function applyEvent(call: ToolCall, event: ToolEvent): ToolCall {
  const known = identify(call, event)
  const sequence = optional('sequence', sequenceOf(event))
  switch (event.type) {
    case 'tool.input':
      return typeof event.delta === 'string' && (known.streamedInput?.length ?? 0) < inputLimit
        ? addInput(known, event)
        : known
    case 'tool.queued':
      return known.queued ? known : { ...known, queued: { input: event.input } }
    case 'tool.started':
      return known.started
        ? known
        : { ...known, started: { input: event.input, timestamp: timeOf(event), ...sequence } }
    case 'tool.progress':
      return addProgress(known, event)
    case 'tool.output':
      return typeof event.delta === 'string' ? addOutput(known, event) : known
    case 'permission.required':
      return addPermission(known, event.permissionId, (fact) => {
        if (fact.required) return fact
        const required = {
          input: event.input,
          destructive: event.destructive === true,
          timestamp: timeOf(event),
          ...optional('reason', event.reason),
          ...sequence,
        }
        return { ...fact, required }
      })
    case 'permission.resolved':
      return addPermission(known, event.permissionId, (fact) => {
        if (fact.resolved) return fact
        const decision = event.decision === 'allow' ? 'allow' : 'deny'
        return { ...fact, resolved: { decision, ...optional('reason', event.reason) } }
      })
    case 'tool.completed':
    case 'tool.failed':
      return end(known, event)
    default:
      return call
  }
}

/** Fields that any event may bring. Rebuilt only when one is new. */
function identify(call: ToolCall, event: ToolEvent): ToolCall {
  const sequence = sequenceOf(event)
  const earlier =
    sequence !== undefined && (call.sequence === undefined || sequence < call.sequence)
  const presentation =
    event.presentation && event.presentation !== call.presentation
      ? merge(call.presentation, event.presentation)
      : undefined
  const parent = call.parentCallId === undefined ? event.parentCallId : undefined
  const named = call.toolName === '' && typeof event.toolName === 'string' && event.toolName !== ''
  if (!earlier && !presentation && parent === undefined && !named) return call
  return {
    ...call,
    ...optional('sequence', earlier ? sequence : undefined),
    ...optional('presentation', presentation),
    ...optional('parentCallId', parent),
    ...(named ? { toolName: event.toolName } : {}),
  }
}

function merge(known: ToolPresentation | undefined, added: ToolPresentation): ToolPresentation {
  return typeof added === 'object' ? { ...known, ...added } : (known ?? {})
}

function addInput(call: ToolCall, event: ToolEvent & { type: 'tool.input' }): ToolCall {
  const chunk = appendChunk(call.streamedInput, event.delta, sequenceOf(event))
  return chunk === call.streamedInput ? call : { ...call, streamedInput: chunk }
}

function addProgress(call: ToolCall, event: ToolEvent & { type: 'tool.progress' }): ToolCall {
  const sequence = sequenceOf(event)
  const last = call.progress?.sequence
  if (sequence !== undefined && last !== undefined && sequence <= last) return call
  const progress = {
    ...optional('progress', numberOf(event.progress)),
    ...optional('total', numberOf(event.total)),
    // A bar that moves without a word keeps the last word.
    ...optional(
      'message',
      typeof event.message === 'string' ? event.message : call.progress?.message,
    ),
    ...optional('sequence', sequence),
  }
  return { ...call, progress }
}

function addOutput(call: ToolCall, event: ToolEvent & { type: 'tool.output' }): ToolCall {
  const sequence = sequenceOf(event)
  const chunk = appendChunk(call.output, event.delta, sequence)
  if (chunk === call.output) return call
  if (chunk.length <= outputLimit * 2) return { ...call, output: chunk }
  const tail = keepTail(chunk, outputLimit)
  return { ...call, output: tail.chunk, droppedOutput: (call.droppedOutput ?? 0) + tail.dropped }
}

function addPermission(
  call: ToolCall,
  permissionId: unknown,
  change: (fact: PermissionFact) => PermissionFact,
): ToolCall {
  if (typeof permissionId !== 'string') return call
  const index = call.permissions.findIndex((item) => item.permissionId === permissionId)
  const known = call.permissions[index] ?? { permissionId }
  const changed = change(known)
  if (changed === known) return call
  return index === -1
    ? { ...call, permissions: [...call.permissions, changed] }
    : { ...call, permissions: call.permissions.with(index, changed) }
}

/** The first end counts, by sequence number where there is one: a call ends once. */
function end(
  call: ToolCall,
  event: ToolEvent & { type: 'tool.completed' | 'tool.failed' },
): ToolCall {
  const sequence = sequenceOf(event)
  const last = call.ended
  if (last && !(sequence !== undefined && last.sequence !== undefined && sequence < last.sequence))
    return call
  const result: ToolResult =
    typeof event.result === 'object' && event.result !== null ? event.result : { content: [] }
  const failure = event.type === 'tool.failed' ? toFailure(event.failure) : failureOf(result)
  const ended = {
    result,
    timestamp: timeOf(event),
    ...optional('sequence', sequence),
    ...optional('failure', failure),
    ...optional('duration', numberOf(event.duration)),
    ...optional('retryable', event.type === 'tool.failed' ? event.retryable : undefined),
  }
  return { ...call, ended }
}

function toFailure(failure: unknown): ToolFailure {
  return failures.includes(failure as string) ? (failure as ToolFailure) : 'error' // checked against the list
}

function failureOf(result: ToolResult): ToolFailure | undefined {
  return result.isError === true ? 'error' : undefined
}

function sequenceOf(event: ToolEvent): number | undefined {
  return numberOf(event.sequence)
}

function timeOf(event: ToolEvent): number {
  return numberOf(event.timestamp) ?? 0
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}
