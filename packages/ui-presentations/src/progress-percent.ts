import type { ToolCallView } from './view/tool-call-view.types'

/** Whole percent of a card's bar, 0 to 100; undefined when there is nothing to measure. */
export function progressPercent({ progress }: ToolCallView): number | undefined {
  if (progress === undefined || Number.isNaN(progress)) return undefined
  return Math.round(Math.min(1, Math.max(0, progress)) * 100)
}
