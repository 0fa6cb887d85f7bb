import { cleanLine, shorten } from './clean-text'
import { formatJson, toJsonView } from './format-json'
import { isRecord } from './is-record'
import { mask } from './redact-arguments'
import { toTextView } from './text-view'
import type { FieldView } from './tool-call-view.types'

const fieldLimit = 100
const summaryLimit = 120

// What a person would name the call by, most telling first.
const telling = [
  'path', 'file_path', 'filePath', 'file', 'filename', 'url', 'uri', 'query', 'q', 'pattern',
  'command', 'cmd', 'search', 'question', 'title', 'subject', 'name', 'prompt', 'text', 'message',
  'location', 'city', 'to', 'id',
] // biome-ignore format: a list to read across

/** The arguments of a call as fields, in their own order. Takes a plain copy of them. */
export function describeFields(input: unknown): FieldView[] {
  if (!isRecord(input)) return input === undefined ? [] : [toField('', input)]
  const entries = Object.entries(input)
  const fields = entries.slice(0, fieldLimit).map(([key, value]) => toField(key, value))
  if (entries.length > fieldLimit)
    fields.push({ name: '…', kind: 'value', text: `+${entries.length - fieldLimit}` })
  return fields
}

function toField(key: string, value: unknown): FieldView {
  const name = cleanLine(key, 80)
  if (value === mask) return { name, kind: 'masked', text: mask }
  if (typeof value === 'string' && value) return { name, kind: 'text', ...toTextView(value) }
  if (typeof value === 'object' && value) return { name, ...toJsonView(value) }
  return { name, kind: 'value', text: value === '' ? '""' : String(value) }
}

/** The arguments in one line: the one that tells most, else the first few. */
export function summarizeInput(input: unknown): string {
  if (typeof input === 'string') return cleanLine(input, summaryLimit)
  if (!isRecord(input)) return input == null ? '' : cleanLine(formatJson(input, 200), summaryLimit)
  for (const key of telling) {
    if (!Object.hasOwn(input, key)) continue
    const value = input[key]
    if (typeof value === 'string' && value.trim() && value !== mask)
      return cleanLine(value, summaryLimit)
    if (typeof value === 'number') return `${key} ${value}`
  }
  const parts: string[] = []
  for (const [key, value] of Object.entries(input)) {
    const text = summarizeValue(value)
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
