import { parseDocument } from 'yaml'

export interface ParsedSkill {
  id?: string
  name?: string
  description?: string
  body: string
  /** What was read leniently, or left out, with its line in the file. */
  warnings: { line: number; message: string }[]
}

export type ParseSkillResult = ParsedSkill | { fault: string; line: number }

/**
 * Reads a SKILL.md: YAML front matter between lines of `---`, then the instructions. Front matter that is not
 * YAML is read once more line by line, each value as plain text, and the file gets a warning.
 */
export function parseSkill(source: string): ParseSkillResult {
  const text = source.replace(/^\ufeff/, '').replaceAll('\r\n', '\n')
  if (text.includes('\0')) return { fault: 'it holds NUL characters', line: 1 }
  const opening = /^---[ \t]*(?:\n|$)/.exec(text)
  if (!opening) return finish({}, text, [], 1)
  const closing = /^(?:---|\.\.\.)[ \t]*(?:\n|$)/m.exec(text.slice(opening[0].length))
  if (!closing) return { fault: 'its front matter is not closed with "---"', line: 1 }
  const front = text.slice(opening[0].length, opening[0].length + closing.index)
  const body = text.slice(opening[0].length + closing.index + closing[0].length)
  const warnings: ParsedSkill['warnings'] = []
  const fields = readYaml(front) ?? readPlain(front, warnings)
  return finish(fields, body, warnings, front.split('\n').length + 1)
}

type Fields = Readonly<Record<string, unknown>>

/** Strictly; undefined when it is not YAML or not a map. */
function readYaml(front: string): Fields | undefined {
  // Aliases are off: a few lines of them can stand for gigabytes.
  try {
    const document = parseDocument(front, { strict: true, uniqueKeys: true, logLevel: 'silent' })
    if (document.errors.length > 0) return undefined
    const value: unknown = document.toJS({ maxAliasCount: 0 })
    if (value === null) return {}
    if (typeof value !== 'object' || Array.isArray(value)) return undefined
    return value as Fields
  } catch {
    return undefined
  }
}

/** `key: anything` a line; indented lines go on with the value before. */
function readPlain(front: string, warnings: ParsedSkill['warnings']): Fields {
  const fields: Record<string, string> = Object.create(null)
  let key: string | undefined
  for (const [index, line] of front.split('\n').entries()) {
    const match = /^([A-Za-z][\w-]*)[ \t]*:(.*)$/.exec(line)
    if (match) {
      key = match[1] as string
      fields[key] = unquote((match[2] ?? '').trim())
    } else if (/^[ \t]+\S/.test(line) && key !== undefined) {
      const block = /^[|>][+-]?$/.test(fields[key] ?? '')
      fields[key] = `${block ? '' : fields[key]} ${line.trim()}`.trim()
    } else if (line.trim() !== '' && !line.startsWith('#'))
      warnings.push({ line: index + 2, message: `left out: ${JSON.stringify(line.slice(0, 80))}` })
  }
  warnings.unshift({
    line: 2,
    message: 'the front matter is not valid YAML and was read as plain "key: value" lines',
  })
  return fields
}

function unquote(value: string): string {
  const quoted = /^(["'])(.*)\1$/s.exec(value)
  return quoted ? (quoted[2] ?? '') : value
}

function finish(
  fields: Fields,
  body: string,
  warnings: ParsedSkill['warnings'],
  line: number,
): ParseSkillResult {
  const trimmed = body.trim()
  if (trimmed === '') return { fault: 'it has no instructions', line }
  const { id, name, description } = Object.fromEntries(
    ['id', 'name', 'description'].map((key) => [key, textOf(fields, key)]),
  )
  return {
    ...(id ? { id } : {}),
    ...(name ? { name } : {}),
    ...(description ? { description } : {}),
    body: trimmed,
    warnings,
  }
}

function textOf(fields: Fields, key: string): string | undefined {
  const value = Object.hasOwn(fields, key) ? fields[key] : undefined
  if (typeof value === 'string') return value.trim()
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}
