import type { ToolEvent, ToolFailure, ToolPresentation, ToolResult } from '@toolprism/core'
import { appendChunk, keepTail } from './append-chunk'
import type { PermissionFact, ToolCall } from './tool-call.types'

/** Live text kept per call; older text is dropped, with its length kept. */
const outputLimit = 64_000
const inputLimit = 200_000
const failures: readonly unknown[] =
  'invalid unknown blocked denied timeout cancelled abandoned skipped'.split(' ')

/** The call with what the event says added; the same object when it says nothing new. */
export function applyEvent(before: ToolCall, event: ToolEvent): ToolCall {
  const call = identify(before, event)
  const sequence = numberOf(event.sequence)
  const timestamp = numberOf(event.timestamp) ?? 0
  switch (event.type) {
    case 'tool.input':
      return addInput(call, event.delta, sequence)
    case 'tool.queued':
      return call.queued ? call : { ...call, queued: { input: event.input } }
    case 'tool.started':
      return call.started ? call : { ...call, started: { input: event.input, timestamp, sequence } }
    case 'tool.progress':
      return addProgress(call, event, sequence)
    case 'tool.output':
      return addOutput(call, event.delta, sequence)
    case 'permission.required': {
      const { permissionId, input, reason } = event
      const destructive = event.destructive === true
      const required = { input, destructive, timestamp, reason, sequence }
      return addPermission(call, { permissionId, required })
    }
    case 'permission.resolved': {
      const decision = event.decision === 'allow' ? 'allow' : 'deny'
      return addPermission(call, { permissionId: event.permissionId, resolved: { decision } })
    }
    default:
      return end(call, event, timestamp, sequence)
  }
}

/** Fields that any event may bring. Rebuilt only when one is new. */
function identify(call: ToolCall, event: ToolEvent): ToolCall {
  const lowest = Math.min(call.sequence ?? Infinity, numberOf(event.sequence) ?? Infinity)
  const sequence = lowest === Infinity ? undefined : lowest
  const parentCallId = call.parentCallId ?? event.parentCallId
  const toolName = call.toolName || (typeof event.toolName === 'string' ? event.toolName : '')
  const presentation = merge(call.presentation, event.presentation)
  return presentation === call.presentation &&
    parentCallId === call.parentCallId &&
    toolName === call.toolName &&
    sequence === call.sequence
    ? call
    : { ...call, presentation, parentCallId, toolName, sequence }
}

function merge(
  known: ToolPresentation | undefined,
  added: ToolPresentation | undefined,
): ToolPresentation | undefined {
  if (typeof added !== 'object' || added === null) return known
  const fields = Object.keys(added) as (keyof ToolPresentation)[] // their values are checked when they are shown
  return known && fields.every((key) => known[key] === added[key]) ? known : { ...known, ...added }
}

function addInput(call: ToolCall, delta: unknown, sequence: number | undefined): ToolCall {
  if (typeof delta !== 'string' || (call.streamedInput?.length ?? 0) > inputLimit) return call
  const streamedInput = appendChunk(call.streamedInput, delta, sequence)
  return streamedInput === call.streamedInput ? call : { ...call, streamedInput }
}

function addProgress(
  call: ToolCall,
  { progress, total, message }: { progress?: unknown; total?: unknown; message?: unknown },
  sequence: number | undefined,
): ToolCall {
  const last = call.progress
  if (last && (sequence ?? Infinity) <= (last.sequence ?? -1)) return call
  return {
    ...call,
    progress: {
      progress: numberOf(progress),
      total: numberOf(total),
      // A bar that moves without a word keeps the last word.
      message: typeof message === 'string' ? message : last?.message,
      sequence,
    },
  }
}

function addOutput(call: ToolCall, delta: unknown, sequence: number | undefined): ToolCall {
  if (typeof delta !== 'string') return call
  const output = appendChunk(call.output, delta, sequence)
  if (output === call.output) return call
  if (output.length <= outputLimit * 2) return { ...call, output }
  const tail = keepTail(output, outputLimit)
  return { ...call, output: tail.chunk, droppedOutput: (call.droppedOutput ?? 0) + tail.dropped }
}

/** A question is asked once and answered once. */
function addPermission(call: ToolCall, fact: PermissionFact): ToolCall {
  const { permissionId } = fact
  if (typeof permissionId !== 'string') return call
  const known = call.permissions.find((item) => item.permissionId === permissionId)
  const required = known?.required ?? fact.required
  const resolved = known?.resolved ?? fact.resolved
  if (known && required === known.required && resolved === known.resolved) return call
  const permissions = call.permissions.filter((item) => item !== known)
  permissions.push({ permissionId, required, resolved })
  return { ...call, permissions: permissions.sort((a, b) => askedAt(a) - askedAt(b)) }
}

function askedAt({ required }: PermissionFact): number {
  return required?.sequence ?? required?.timestamp ?? Number.MAX_SAFE_INTEGER
}

/** The first end counts, by sequence number where there is one: a call ends once. */
function end(
  call: ToolCall,
  event: ToolEvent & { type: 'tool.completed' | 'tool.failed' },
  timestamp: number,
  sequence: number | undefined,
): ToolCall {
  if (call.ended && (sequence ?? Infinity) >= (call.ended.sequence ?? -1)) return call
  const result: ToolResult =
    typeof event.result === 'object' && event.result !== null ? event.result : { content: [] }
  const failed = event.type === 'tool.failed' || result.isError === true
  const named = 'failure' in event && failures.includes(event.failure) ? event.failure : 'error'
  return {
    ...call,
    ended: {
      result,
      timestamp,
      sequence,
      failure: failed ? named : undefined,
      duration: numberOf(event.duration),
      retryable: 'retryable' in event ? event.retryable : undefined,
    },
  }
}

function numberOf(value: unknown): number | undefined {
  return Number.isFinite(value) ? (value as number) : undefined // isFinite is false for all that is no number
}
