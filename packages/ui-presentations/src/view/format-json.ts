import { copyValue } from './copy-value'
import { textLimit, toTextView } from './text-view'
import type { TextView } from './tool-call-view.types'

/** JSON for reading, with about `limit` characters of data: a 5 MB value costs what is shown of it. Never throws. */
export function formatJson(value: unknown, limit = textLimit): string {
  const budget = { left: limit }
  const text = JSON.stringify(copyValue(value, budget), null, 2)
    // A short list of plain values reads better on one line.
    .replace(/\[\n[^[\]{}]{1,80}?\n *\]/g, (list) =>
      list.replace(/,\n */g, ', ').replace(/\n */g, ''),
    )
  return budget.left < 0 ? `${text}\n…` : text
}

/** JSON, cut for showing. */
export function toJsonView(value: unknown): { kind: 'json' } & TextView {
  return { kind: 'json', ...toTextView(formatJson(value)) }
}
