import type { ToolProgress } from '@toolprism/core'
import { progressDataKey } from '../meta-keys'
import type { Call } from './call'

// A burst passes at once; a flood is thinned to this rate, for the last of it is as good as each.
const burst = 50
const perMillisecond = 0.1

/** `context.progress` of a call: only with the client's token, strictly increasing, never after the reply. */
export function toProgress(call: Call, isOver: () => boolean): (update: ToolProgress) => void {
  const progressToken = call.meta?.['progressToken']
  if (progressToken === undefined) return () => {}
  let last = Number.NEGATIVE_INFINITY
  let allowance = burst
  let refilled = Date.now()
  return ({ progress, total, message, data }) => {
    if (isOver()) return
    const next = progress ?? (last === Number.NEGATIVE_INFINITY ? 0 : last + 1)
    if (!(next > last)) return
    const now = Date.now()
    allowance = Math.min(burst, allowance + (now - refilled) * perMillisecond)
    refilled = now
    if (allowance < 1) return
    allowance -= 1
    last = next
    call.notify('notifications/progress', {
      progressToken,
      progress: next,
      ...(total !== undefined && { total }),
      ...(message !== undefined && { message }),
      ...(data !== undefined && { _meta: { [progressDataKey]: data } }),
    })
  }
}
