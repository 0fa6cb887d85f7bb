import type { ToolTone } from '@toolprism/core'
import { defined } from './defined'
import { splitPictures } from './split-pictures'
import { shorten } from './view/clean-text'
import type { ToolCallView, ToolStatus } from './view/tool-call-view.types'

/** Calls in a row that belong together. A single call is a group of one. */
export interface ToolCallGroup {
  /** The key of the first call: stable while the group grows. */
  key: string
  group?: string
  /** What the calls have in common: the tool's label, else the group's name. */
  label: string
  /** The labels of the calls where they differ, else empty. */
  summary: string
  icon: string
  tone: ToolTone
  /** The status most in need of a look. */
  status: ToolStatus
  statusText: string
  views: readonly ToolCallView[]
  open: boolean
}

const urgency: readonly ToolStatus[] = [
  'approval', 'failed', 'blocked', 'denied', 'running', 'preparing', 'queued', 'cancelled', 'done',
] // biome-ignore format: a list to read across

/**
 * Puts consecutive calls of one group (or of one tool, where none is named) together. Steps stay with their call;
 * a call that shows a picture stands alone, or the fold would hide it.
 */
export function groupToolCalls(views: readonly ToolCallView[]): ToolCallGroup[] {
  const groups: ToolCallView[][] = []
  for (const view of views) {
    const last = groups.at(-1)
    const before = last?.at(-1)
    if (last && before && belongs(before, view)) last.push(view)
    else groups.push([view])
  }
  return groups.map(toGroup)
}

function belongs(before: ToolCallView, view: ToolCallView): boolean {
  if (splitPictures(before).pictures.length || splitPictures(view).pictures.length) return false
  if (before.parentCallId !== view.parentCallId || before.runId !== view.runId) return false
  return before.group === undefined
    ? before.toolName === view.toolName
    : before.group === view.group
}

function toGroup(views: ToolCallView[]): ToolCallGroup {
  const worst = views.reduce((a, b) =>
    urgency.indexOf(b.status) < urgency.indexOf(a.status) ? b : a,
  )
  const [first] = views as [ToolCallView] // a group holds at least the call that began it
  const labels = [...new Set(views.map((view) => view.label))]
  const same = labels.length === 1
  const name = first.group ?? first.label
  return defined<ToolCallGroup>({
    key: first.key,
    label: same ? first.label : name.charAt(0).toUpperCase() + name.slice(1),
    summary: same ? '' : shorten(labels.join(', '), 120),
    icon: first.icon,
    tone: worst.tone,
    status: worst.status,
    statusText: worst.statusText,
    views,
    open: views.some((view) => view.open),
    group: first.group,
  })
}
