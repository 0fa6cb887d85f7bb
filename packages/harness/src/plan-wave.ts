import type { ToolResource } from './agent-types'
import type { CallRecord } from './run-state'

const nothing: readonly ToolResource[] = []

/**
 * The calls that may start now, together: none that still waits for a person, and none that touches what an earlier
 * unsettled call touches, when one of the two writes.
 */
export function planWave(calls: readonly CallRecord[]): CallRecord[] {
  const wave: CallRecord[] = []
  const before: (readonly ToolResource[])[] = []
  for (const call of calls) {
    if (call.stage === 'settled') continue
    const touched = call.refusal || !call.tool ? nothing : touches(call)
    const free = !before.some((other) => conflict(touched, other))
    if (free && (call.stage === 'ready' || call.stage === 'started')) wave.push(call)
    before.push(touched)
  }
  return wave
}

function touches(call: CallRecord): readonly ToolResource[] {
  call.touched ??= call.tool!.resources(call.checked ? call.checked.value : call.input)
  return call.touched
}

function conflict(left: readonly ToolResource[], right: readonly ToolResource[]): boolean {
  for (const one of left)
    for (const other of right)
      if (
        (one.mode === 'write' || other.mode === 'write') &&
        (one.key === other.key || one.key === '*' || other.key === '*')
      )
        return true
  return false
}
