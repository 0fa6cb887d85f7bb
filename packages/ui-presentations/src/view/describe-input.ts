import { cleanLine, shorten } from './clean-text'
import { formatJson, readProperty } from './format-json'
import { mask } from './redact-arguments'
import { textLimit, toTextView } from './text-view'
import type { FieldView } from './tool-call-view.types'

const fieldLimit = 100
const summaryLimit = 120

// What a person would name the call by, most telling first.
const telling = [
  'path', 'file_path', 'filePath', 'file', 'filename', 'url', 'uri', 'query', 'q', 'pattern',
  'command', 'cmd', 'search', 'question', 'title', 'subject', 'name', 'prompt', 'text', 'message',
  'location', 'city', 'to', 'id',
] // biome-ignore format: a list to read across

/** The arguments of a call as fields, in their own order. */
export function describeFields(input: unknown): FieldView[] {
  if (!isPlain(input)) return input === undefined ? [] : [toField('', input)]
  const keys = Object.keys(input).filter((key) => readProperty(input, key) !== undefined)
  const fields = keys.slice(0, fieldLimit).map((key) => toField(key, readProperty(input, key)))
  if (keys.length > fieldLimit)
    fields.push({ name: '…', kind: 'value', text: `+${keys.length - fieldLimit}` })
  return fields
}

function toField(key: string, value: unknown): FieldView {
  const name = cleanLine(key, 80)
  if (value === mask) return { name, kind: 'masked', text: mask }
  if (typeof value === 'string')
    return value === ''
      ? { name, kind: 'value', text: '""' }
      : { name, kind: 'text', ...toTextView(value) }
  if (typeof value !== 'object' || value === null)
    return { name, kind: 'value', text: formatJson(value).text }
  const { text, cut } = formatJson(value, textLimit)
  const view = toTextView(cut ? `${text}\n…` : text, textLimit + 2)
  return { name, kind: 'json', ...view }
}

/** The arguments in one line: the one that tells most, else the first few. */
export function summarizeInput(input: unknown): string {
  if (typeof input === 'string') return cleanLine(input, summaryLimit)
  if (!isPlain(input))
    return isEmpty(input) ? '' : cleanLine(formatJson(input, 200).text, summaryLimit)
  for (const key of telling) {
    if (!Object.hasOwn(input, key)) continue
    const value = readProperty(input, key)
    if (typeof value === 'string' && value.trim() && value !== mask)
      return cleanLine(value, summaryLimit)
    if (typeof value === 'number') return `${key} ${value}`
  }
  const parts: string[] = []
  for (const key of Object.keys(input)) {
    const text = summarizeValue(readProperty(input, key))
    if (text) parts.push(`${cleanLine(key, 40)}: ${text}`)
    if (parts.length === 3) break
  }
  return shorten(parts.join(', '), summaryLimit)
}

function summarizeValue(value: unknown): string {
  if (typeof value === 'string') return value === mask ? '' : cleanLine(value, 60)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return Array.isArray(value) ? `[${value.length}]` : ''
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
