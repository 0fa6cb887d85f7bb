/**
 * JSON for reading, never longer than about `limit` characters: a 5 MB value costs what is shown of it.
 * Total: cycles, bigints, functions and throwing getters become words.
 */
export function formatJson(value: unknown, limit = 20_000): { text: string; cut: boolean } {
  const writer = { text: '', left: limit, seen: new Set<object>() }
  const done = write(writer, value, '')
  return { text: writer.text, cut: !done }
}

interface Writer {
  text: string
  left: number
  seen: Set<object>
}

function put(writer: Writer, text: string): boolean {
  if (writer.left <= 0) return false
  const room = text.length <= writer.left
  writer.text += room ? text : text.slice(0, writer.left)
  writer.left -= text.length
  return room
}

function write(writer: Writer, value: unknown, indent: string): boolean {
  if (typeof value === 'string') {
    const whole = value.length <= writer.left
    const text = JSON.stringify(whole ? value : value.slice(0, writer.left))
    return put(writer, text) && whole
  }
  if (typeof value !== 'object' || value === null)
    return put(writer, typeof value === 'function' ? '[function]' : String(value))
  if (writer.seen.has(value)) return put(writer, '[circular]')
  if (indent.length > 200) return put(writer, '[too deep]')
  writer.seen.add(value)
  try {
    return Array.isArray(value)
      ? writeList(writer, value, indent)
      : writeObject(writer, value as Record<string, unknown>, indent)
  } finally {
    writer.seen.delete(value)
  }
}

function writeList(writer: Writer, list: unknown[], indent: string): boolean {
  if (list.length === 0) return put(writer, '[]')
  const inner = `${indent}  `
  for (let index = 0; index < list.length; index++) {
    if (!put(writer, `${index === 0 ? '[' : ','}\n${inner}`)) return false
    if (!write(writer, list[index], inner)) return false
  }
  return put(writer, `\n${indent}]`)
}

function writeObject(writer: Writer, object: Record<string, unknown>, indent: string): boolean {
  const date = object instanceof Date ? dateText(object) : undefined
  if (date) return put(writer, date)
  const inner = `${indent}  `
  let first = true
  for (const key of Object.keys(object)) {
    const value = readProperty(object, key)
    if (value === undefined) continue
    if (!put(writer, `${first ? '{' : ','}\n${inner}${JSON.stringify(key)}: `)) return false
    if (!write(writer, value, inner)) return false
    first = false
  }
  return put(writer, first ? '{}' : `\n${indent}}`)
}

function dateText(date: Date): string {
  return Number.isNaN(date.getTime()) ? '"Invalid date"' : JSON.stringify(date)
}

/** A property of foreign data; a getter that throws gives a word. */
export function readProperty(object: object, key: string): unknown {
  try {
    return (object as Record<string, unknown>)[key]
  } catch {
    return '[unreadable]'
  }
}
