import type { ToolStatus } from './view/tool-call-view.types'

/** The drawing beside the word: a status is never colour alone. */
export const statusIcons: Readonly<Record<ToolStatus, string>> = {
  preparing: 'circle-dashed',
  queued: 'clock',
  running: 'loader-circle',
  approval: 'hand',
  done: 'check',
  failed: 'circle-x',
  denied: 'ban',
  blocked: 'shield-alert',
  cancelled: 'circle-slash',
}
