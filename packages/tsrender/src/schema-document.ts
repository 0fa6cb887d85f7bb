/** A JSON object. Keywords are read as own properties only: a schema may come with any prototype. */
export type JsonObject = { readonly [key: string]: unknown }

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function own(schema: object, key: string): unknown {
  // Most keywords are absent, which a plain read tells fastest.
  const value = (schema as JsonObject)[key]
  return value !== undefined && Object.hasOwn(schema, key) ? value : undefined
}

export const hasAny = (schema: object, keywords: readonly string[]): boolean =>
  keywords.some((keyword) => Object.hasOwn(schema, keyword))

/** Keywords that evaluate properties and elements out of sight of their neighbours. */
export const EVALUATE = ['$ref', '$dynamicRef', 'allOf', 'anyOf', 'oneOf', 'if']

/** How keywords are read: 4 (also 3), 6, 7, 2019 or 2020. */
export type Dialect = 4 | 6 | 7 | 2019 | 2020

export function dialectOf(schema: unknown, fallback: Dialect = 2020): Dialect {
  const uri = isObject(schema) ? own(schema, '$schema') : undefined
  if (uri === undefined) return fallback
  const [, draft] = /json-schema\.org\/draft[-/](0?[3467]|20\d\d)/.exec(`${uri}`) ?? []
  if (!draft) return fallback
  const number = Number(draft)
  return number === 3 ? 4 : number > 2019 ? 2020 : (number as Dialect)
}

/** One schema with everything a `$ref` inside it can point to. Nothing is ever fetched. */
export interface SchemaDocument {
  readonly root: unknown
  readonly dialect: Dialect
  /** The schema a reference points to and the base URI around it; undefined when it points nowhere. */
  find(reference: string, base: string): { schema: unknown; base: string; name: string } | undefined
  /** The base URI inside a schema that carries an id of its own. */
  baseOf(schema: JsonObject, base: string): string
}

/** A base for schemas without an id; it can be no one's address. */
export const NO_BASE = 'schema:/'
const SINGLE = new Set(
  'additionalItems additionalProperties contains contentSchema else if items not propertyNames then unevaluatedItems unevaluatedProperties'.split(
    ' ',
  ),
)
const LISTS = new Set(['allOf', 'anyOf', 'items', 'oneOf', 'prefixItems', 'type', 'extends'])
const MAPS = new Set([
  '$defs',
  'definitions',
  'dependencies',
  'dependentSchemas',
  'patternProperties',
  'properties',
])

export function openDocument(root: unknown, fallback?: Dialect): SchemaDocument {
  const dialect = dialectOf(root, fallback)
  const idKeyword = dialect === 4 ? 'id' : '$id'
  let index: Index | undefined
  const baseOf = (schema: JsonObject, base: string) => {
    const id = own(schema, idKeyword)
    // Up to draft 7 an id beside `$ref` is ignored with the other siblings.
    if (typeof id !== 'string' || (dialect < 2019 && Object.hasOwn(schema, '$ref'))) return base
    return resolve(id, base)
  }
  const rootBase = isObject(root) ? baseOf(root, NO_BASE) : NO_BASE
  const find: SchemaDocument['find'] = (reference, base) => {
    // The common case needs no index: a pointer from the root.
    if (reference.startsWith('#/') && base === rootBase)
      return follow({ schema: root, base: NO_BASE }, decode(reference.slice(1)), baseOf)
    index ??= indexDocument(root, baseOf)
    const target = resolve(reference, base)
    const hash = target.indexOf('#')
    const fragment = hash < 0 ? '' : decode(target.slice(hash + 1))
    const address = hash < 0 ? target : target.slice(0, hash)
    const named = index.get(`${address}#${fragment}`)
    if (named) return { ...named, name: nameOf(fragment || (address === NO_BASE ? '' : address)) }
    const start = index.get(`${address}#`)
    if (!start || !fragment.startsWith('/')) return undefined
    return follow(start, fragment, baseOf)
  }
  return { root, dialect, find, baseOf }
}

type Index = Map<string, { schema: unknown; base: string }>

/** Every id and anchor of a document, found without recursion: a schema may be nested deeper than the stack. */
function indexDocument(root: unknown, baseOf: SchemaDocument['baseOf']): Index {
  const index: Index = new Map([[`${NO_BASE}#`, { schema: root, base: NO_BASE }]])
  const add = (key: string, entry: { schema: unknown; base: string }) => {
    if (!index.has(key)) index.set(key, entry)
  }
  const stack: [unknown, string][] = [[root, NO_BASE]]
  const seen = new Set<unknown>()
  for (let item = stack.pop(); item; item = stack.pop()) {
    const [schema, outer] = item
    if (!isObject(schema) || seen.has(schema)) continue
    seen.add(schema)
    const base = baseOf(schema, outer)
    const entry = { schema, base: outer }
    if (base !== outer) add(base.includes('#') ? base : `${base}#`, entry)
    for (const keyword of ['$anchor', '$dynamicAnchor']) {
      const anchor = own(schema, keyword)
      if (typeof anchor === 'string') add(`${address(base)}#${anchor}`, entry)
    }
    for (const key of Object.keys(schema)) {
      const value = schema[key]
      if (typeof value !== 'object' || value === null) continue
      if (Array.isArray(value)) {
        if (LISTS.has(key)) for (const child of value) stack.push([child, base])
      } else if (MAPS.has(key))
        for (const name of Object.keys(value)) stack.push([(value as JsonObject)[name], base])
      else if (SINGLE.has(key)) stack.push([value, base])
    }
  }
  return index
}

const address = (uri: string) => uri.split('#', 1)[0] ?? ''

function resolve(reference: string, base: string): string {
  if (reference.startsWith('#')) return address(base) + reference
  try {
    return new URL(reference, base).href
  } catch {
    return reference
  }
}

/** Percent-decoding that leaves a malformed `%` as it is. */
function decode(text: string): string {
  if (!text.includes('%')) return text
  return text.replace(/(?:%[\da-f]{2})+/gi, (bytes) => {
    try {
      return decodeURIComponent(bytes)
    } catch {
      return bytes
    }
  })
}

/** Walks a JSON pointer by own properties: `#/$defs/constructor` is no way out of the document. */
function follow(
  start: { schema: unknown; base: string },
  pointer: string,
  baseOf: SchemaDocument['baseOf'],
) {
  let { schema, base } = start
  let name = ''
  for (const part of pointer.slice(1).split('/')) {
    name = part.includes('~') ? part.replaceAll('~1', '/').replaceAll('~0', '~') : part
    if (typeof schema !== 'object' || schema === null || !Object.hasOwn(schema, name))
      return undefined
    if (isObject(schema)) base = baseOf(schema, base)
    schema = (schema as JsonObject)[name]
  }
  return { schema, base, name: nameOf(name) }
}

/** The part of a reference a person would call the type by. */
function nameOf(text: string): string {
  return /([^/#]*)[/#]*$/.exec(text)?.[1] ?? ''
}
