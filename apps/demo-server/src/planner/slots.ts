import type { JsonSchema } from '@toolprism/core'
import type { RequestParts } from './request'
import { isStopWord, keywords, terms, words } from './words'

export interface Filled {
  input: Record<string, unknown>
  /** Required properties the request says nothing about. */
  missing: string[]
}

/** Values earlier steps found, best first, for a request that says "it" or names nothing. */
export interface Findings {
  paths: string[]
  line?: number
}

interface Taken {
  parts: RequestParts
  toolTerms: Set<string>
  findings: Findings
}

/** Fills a tool's input from a request by the input schema alone; `about` is the tool's name and description. Every value comes from the request or the findings. */
export function fillSlots(
  parts: RequestParts,
  schema: JsonSchema,
  about: string,
  findings: Findings,
): Filled {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>)
  const required = new Set((schema['required'] ?? []) as string[])
  // Each list is used up as slots take from it, so no value lands in two slots.
  const left: Taken = {
    parts: structuredClone(parts),
    toolTerms: new Set(terms(about)),
    findings: structuredClone(findings),
  }
  const input: Record<string, unknown> = {}
  const ordered = [...properties].sort(
    ([a], [b]) => Number(required.has(b)) - Number(required.has(a)),
  )
  for (const [name, property] of ordered) {
    const value = slotValue(name, property, required.has(name), left)
    if (value !== undefined) input[name] = value
  }
  return { input, missing: [...required].filter((name) => !(name in input)) }
}

function slotValue(name: string, schema: JsonSchema, required: boolean, left: Taken): unknown {
  const named = left.parts.named[name.toLowerCase()]
  if (named !== undefined) return convert(named, schema)
  const options = schema['enum'] as unknown[] | undefined
  if (options) return enumValue(options, left.parts.text)
  switch (schema.type) {
    case 'integer':
    case 'number':
      return numberValue(name, schema, required, left)
    case 'boolean':
      return booleanValue(name, left.parts)
    case 'array':
      return arrayValue(name, schema, required, left)
    case 'string':
      return stringValue(name, schema, required, left)
    default:
      return undefined
  }
}

function convert(text: string, schema: JsonSchema): unknown {
  if (schema.type === 'string') return text.replace(/[,;]$/, '')
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function enumValue(options: unknown[], text: string): unknown {
  const said = words(text)
  const stems = new Set(said.flatMap(keywords))
  return options.find((option) => {
    const parts = words(String(option))
    return parts.length > 0 && parts.every((part) => said.includes(part) || stems.has(part))
  })
}

function numberValue(
  name: string,
  schema: JsonSchema,
  required: boolean,
  { parts }: Taken,
): number | undefined {
  const hints = new Set([
    ...terms(name),
    ...keywords(String(schema['description'] ?? '')).slice(0, 12),
  ])
  const ranked = parts.numbers
    .map((number) => ({ number, score: nearness(parts.text, number.index, hints) }))
    .filter(({ number }) => schema.type !== 'integer' || Number.isInteger(number.value))
    .sort((a, b) => b.score - a.score)
  const best = ranked[0]
  if (!best || (best.score === 0 && !required)) return undefined
  parts.numbers = parts.numbers.filter((number) => number !== best.number)
  return best.number.value
}

/** How many of the hint words stand within three words of a place in the text; limits also answer to "first" and "top". */
function nearness(text: string, index: number, hints: Set<string>): number {
  const before = terms(text.slice(0, index)).slice(-3)
  const after = terms(text.slice(index).replace(/^\S+/, '')).slice(0, 3)
  const near = [...before, ...after]
  const limiting = near.some((word) =>
    ['first', 'top', 'most', 'last', 'latest', 'recent', 'only'].includes(word),
  )
  const limit = [...hints].some((hint) =>
    ['limit', 'count', 'max', 'maximum', 'number'].includes(hint),
  )
  return near.filter((word) => hints.has(word)).length + (limiting && limit ? 2 : 0)
}

function booleanValue(name: string, { text, quoted }: RequestParts): boolean | undefined {
  const said = words(text)
  const parts = words(name).filter((word) => !isStopWord(word))
  const at = said.findIndex((word) => parts.includes(word))
  if (at >= 0 && parts.every((part) => said.includes(part)))
    return !['no', 'not', 'without', 'never'].includes(said[at - 1] ?? '')
  // Words of a person, unlike a quoted string or a name from code, do not mean their letters' case.
  const spoken = quoted.length === 0 && !/[a-z][A-Z]/.test(text)
  return spoken && /ignore.?case|case.?insensitive/i.test(name) ? true : undefined
}

function arrayValue(
  name: string,
  schema: JsonSchema,
  required: boolean,
  left: Taken,
): unknown[] | undefined {
  const items = (schema['items'] ?? {}) as JsonSchema
  if (items.type === 'number' || items.type === 'integer') {
    const numbers = left.parts.numbers.splice(0).map(({ value }) => value)
    return numbers.length > 0 ? numbers : undefined
  }
  const list: unknown[] = []
  for (;;) {
    const value = exactString(name, items, left)
    if (value === undefined || list.length >= 12) break
    list.push(value)
  }
  if (list.length > 0) return list
  if (!required || items.type !== 'string') return undefined
  const rest = remainder(left)
  return rest ? rest.split(/\s*(?:,|\band\b)\s*/).filter(Boolean) : undefined
}

function stringValue(
  name: string,
  schema: JsonSchema,
  required: boolean,
  left: Taken,
): string | undefined {
  const exact = exactString(name, schema, left)
  if (exact !== undefined) return exact
  if (kindOf(name, schema) === 'path')
    return required ? (left.findings.paths.shift() ?? undefined) : undefined
  if (kindOf(name, schema) === 'glob') return globFromWords(left.parts.rest)
  if (!required || kindOf(name, schema) !== 'text') return undefined
  const rest = remainder(left)
  if (!rest) return undefined
  return /regular expression|regex/i.test(String(schema['description'] ?? ''))
    ? rest.replace(/\s+/g, '.?')
    : rest
}

type Kind = 'url' | 'email' | 'date' | 'glob' | 'path' | 'text'

function kindOf(name: string, schema: JsonSchema): Kind {
  const format = String(schema['format'] ?? '')
  const about = `${name} ${schema['description'] ?? ''}`
  if (/^uri|^url/.test(format) || /\burl\b/i.test(name)) return 'url'
  if (format === 'email' || /e-?mail/i.test(name)) return 'email'
  if (/^date/.test(format) || /\b(date|since|until)\b/i.test(name)) return 'date'
  if (/glob/i.test(about) && !/regular expression|regex/i.test(about)) return 'glob'
  if (/(^|_)(path|file|dir|directory|folder)s?$|path$|file$|folder$/i.test(name)) return 'path'
  return 'text'
}

/** A value the request spells out for a slot of this kind. */
function exactString(name: string, schema: JsonSchema, { parts }: Taken): string | undefined {
  switch (kindOf(name, schema)) {
    case 'url':
      return parts.urls.shift()
    case 'email':
      return parts.emails.shift()
    case 'date':
      return parts.dates.shift()
    case 'glob':
      return parts.globs.shift()
    case 'path':
      return parts.paths.shift() ?? folderAfterIn(parts)
    default:
      return parts.quoted.shift()
  }
}

/** "in packages" and "under the docs folder" name a path without a slash. */
function folderAfterIn(parts: RequestParts): string | undefined {
  const match =
    /\b(?:in|under|inside|within|of)\s+(?:the\s+)?([\w.-]+)\s+(?:folder|directory|dir)\b|\b(?:folder|directory)\s+([\w.-]+)/i.exec(
      parts.rest,
    )
  const found = match?.[1] ?? match?.[2]
  if (!match || !found || isStopWord(found)) return undefined
  parts.rest = parts.rest.replace(match[0], ' ')
  return found
}

const extensions: Record<string, string> = {
  css: 'css',
  html: 'html',
  javascript: 'js',
  json: 'json',
  markdown: 'md',
  python: 'py',
  svg: 'svg',
  typescript: 'ts',
  yaml: 'yaml',
}

/** "all TypeScript files" as a glob. */
function globFromWords(text: string): string | undefined {
  const found = words(text).find((word) => word in extensions)
  return found && Object.hasOwn(extensions, found) ? `**/*.${extensions[found]}` : undefined
}

/** What is left of the request when the words that chose the tool and the small words are gone. */
function remainder({ parts, toolTerms }: Taken): string {
  const spoken = parts.rest.match(/[\p{L}\p{N}_$]+/gu) ?? []
  const first = spoken.findIndex((word) => !isFiller(word, toolTerms))
  if (first < 0) return ''
  const kept = spoken.slice(first)
  while (kept.length > 0 && isFiller(kept.at(-1) ?? '', toolTerms)) kept.pop()
  return kept.filter((word) => !isStopWord(word)).join(' ')
}

const fillers = new Set([
  'file',
  'code',
  'text',
  'word',
  'phrase',
  'string',
  'defin',
  'definition',
  'used',
  'us',
  'call',
  'named',
  'nam',
  'implement',
  'declar',
  'mention',
  'repository',
  'repo',
  'project',
  'workspace',
  'all',
  'list',
  'search',
  'read',
  'check',
  'run',
])

function isFiller(word: string, toolTerms: Set<string>): boolean {
  const stem = terms(word)[0] ?? word
  return isStopWord(word) || toolTerms.has(stem) || fillers.has(stem)
}
