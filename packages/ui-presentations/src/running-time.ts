import { formatDuration } from './view/format-size'
import type { ToolCallView } from './view/tool-call-view.types'

/** The time a running card shows at `now`: whole seconds, so that a clock ticks once a second; empty before the first. */
export function runningTime(view: ToolCallView, now: number): string {
  if (view.elapsed || view.status !== 'running' || view.startedAt === undefined) return view.elapsed
  const seconds = Math.floor((now - view.startedAt) / 1000)
  // A server whose clock differs by a day tells no time.
  return seconds < 1 || seconds > 86_400 ? '' : formatDuration(seconds * 1000).replace('.0', '')
}

/** What a screen reader hears when a card's status changes. */
export function announcement(view: ToolCallView): string {
  return `${view.label}: ${view.statusText}`
}
