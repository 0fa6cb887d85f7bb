import type { Decision } from '@toolprism/harness'
import type { RunPosition } from './ui-chunk-types'

export interface Approval {
  /** The question's id: pass it to `run.resolve` or `agent.resume`. */
  id: string
  decision: Extract<Decision, { allow: boolean }>
}

/**
 * The answers a person gave in `useChat` (`addToolApprovalResponse`), from the messages the client sends.
 * They are claims: `run.resolve` accepts each only for an open question and only once.
 */
export function readApprovals(messages: readonly unknown[]): Approval[] {
  const parts = record(messages.at(-1))['parts']
  if (!Array.isArray(parts)) return []
  return parts.flatMap((part): Approval[] => {
    const { state, approval } = record(part)
    const { id, approved, reason } = record(approval)
    if (state !== 'approval-responded' || typeof id !== 'string') return []
    if (approved === true) return [{ id, decision: { allow: true } }]
    const why = typeof reason === 'string' ? { reason } : {}
    return approved === false ? [{ id, decision: { allow: false, ...why } }] : []
  })
}

/** The run the last message belongs to and how far it got; undefined for a message of no run. */
export function readRunPosition(messages: readonly unknown[]): RunPosition | undefined {
  const { runId, sequence } = record(record(messages.at(-1))['metadata'])
  return typeof runId === 'string' && Number.isSafeInteger(sequence)
    ? { runId, sequence: sequence as number } // a safe integer, tested above
    : undefined
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
