import { cleanText } from './clean-text'
import type { ToolCallView } from './tool-call-view.types'

const multiline: readonly string[] = ['text', 'preview', 'reason']

/**
 * A view with every text cleaned again. Views made here are clean; one that came from elsewhere must not steer
 * a terminal or a log either. Texts that belong on one line are put on one.
 */
export function cleanView(view: ToolCallView): ToolCallView {
  return clean(view) as ToolCallView // the same shape
}

function clean(value: unknown, key = ''): unknown {
  if (typeof value === 'string') {
    // Media is not printed; cleaning megabytes of base64 would cost for nothing.
    if (key === 'source') return ''
    const text = cleanText(value)
    return multiline.includes(key) ? text : text.replace(/\s+/g, ' ')
  }
  if (Array.isArray(value)) return value.map((item) => clean(item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, clean(item, name)]))
}
