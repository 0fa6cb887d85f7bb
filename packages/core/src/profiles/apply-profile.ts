import { checkInputBudget } from '../input-budget'
import { parsePointer } from '../json-pointer'
import type { JsonSchema } from '../json-schema'
import { valueAt } from '../schema-at'
import { ToolError } from '../tool-error'
import { mergeAll, mergeUnion } from './merge-branches'
import { renameProperties } from './property-names'
import { type Provider, type ProviderRules, providerRules } from './providers'
import {
  describe,
  isNode,
  type Node,
  propertiesOf,
  requiredOf,
  short,
  typesOf,
} from './schema-node'

/** Takes what a model made for the rewritten schema back to what the full schema wants. */
export type Restore = (value: unknown) => unknown

export interface ProfiledSchema {
  /** What the provider is sent. */
  schema: JsonSchema
  /**
   * Turns a model's input back before core validates it: nulls of optional properties become absent, renamed
   * properties get their names. Anything it does not understand stays as it is.
   */
  restoreInput: Restore
  /** Why the provider's strict mode has to stay off, by JSON Pointer; empty when it may be on. */
  obstacles: { pointer: string; reason: string }[]
}

interface Rewritten {
  node: unknown
  restore?: Restore | undefined
}

interface Work {
  rules: ProviderRules
  root: Node
  obstacles: { pointer: string; reason: string }[]
  /** `$ref`s being inlined: a recursive one is cut. */
  open: string[]
  count: number
  restores: Map<string, Restore | undefined>
}

const limits = { depth: 256, values: 500_000, characters: 20_000_000 }
// Inlining can double with every level.
const mostNodes = 20_000

/**
 * The schema as a provider accepts it, and the way back. Pure: the full schema is not changed and goes on
 * validating. A constraint the provider has no word for moves into the description.
 * @throws ToolError SCHEMA_UNSUPPORTED for a document that is no plain data or absurdly large.
 */
export function applyProfile(schema: JsonSchema, provider: Provider): ProfiledSchema {
  const checked = checkInputBudget(schema, limits)
  if (!checked.ok)
    throw new ToolError('SCHEMA_UNSUPPORTED', `The schema cannot be rewritten: ${checked.message}`)
  const rules = providerRules[provider]
  const root = checked.value as Node
  const work: Work = { rules, root, obstacles: [], open: [], count: 0, restores: new Map() }
  const { $schema, ...body } = root
  const whole = withoutRootRef(work, body)
  const flat = rules.rootCombinators ? whole : flattenRoot(work, whole)
  const rooted: Node = typesOf(flat)[0] === 'object' ? flat : { ...flat, type: 'object' }
  const { node, restore } = rewrite(work, rooted, '')
  const made = node as Node
  if (!isNode(made['properties'])) made['properties'] = {}
  return {
    schema: made as JsonSchema,
    restoreInput: restore ?? ((value) => value),
    obstacles: work.obstacles,
  }
}

/** A root that only points into its own definitions, as what it points to. */
function withoutRootRef(work: Work, root: Node): Node {
  if (typeof root['$ref'] !== 'string') return root
  const { $ref, ...rest } = root
  const target = resolveRef(work, { $ref })
  return { ...(isNode(target) ? target : {}), ...rest }
}

/** Combinators at the root, merged into the one object most providers insist on. */
function flattenRoot(work: Work, root: Node): Node {
  const resolve = (node: unknown) => resolveRef(work, node)
  let node: Node = root
  for (let level = 0; level < 8; level++) {
    if (Array.isArray(node['allOf'])) node = mergeAll(node, resolve)
    else if (Array.isArray(node['anyOf'])) node = mergeUnion(node, 'anyOf', resolve)
    else if (Array.isArray(node['oneOf'])) node = mergeUnion(node, 'oneOf', resolve)
    else break
  }
  for (const keyword of ['not', 'if', 'then', 'else', 'enum', 'const']) {
    if (!(keyword in node)) continue
    const { [keyword]: lost, ...rest } = node
    node = describe(rest, `${keyword}: ${short(lost)}`)
  }
  return node
}

function resolveRef(work: Work, node: unknown): unknown {
  let current = node
  for (let hops = 0; hops < 16; hops++) {
    if (!isNode(current) || typeof current['$ref'] !== 'string') return current
    const { $ref, ...siblings } = current
    if (!($ref as string).startsWith('#')) return current
    const target = valueAt(work.root, parsePointer(($ref as string).slice(1)))
    current = isNode(target) ? { ...target, ...siblings } : target
  }
  return current
}

function rewrite(work: Work, schema: unknown, pointer: string): Rewritten {
  work.count++
  if (!isNode(schema)) return { node: plainSchema(work, schema) }
  if (work.count > mostNodes)
    return { node: { type: 'object', description: 'Too large to show in full.' } }
  const { rules } = work
  if (typeof schema['$ref'] === 'string')
    return rules.refs ? keepRef(work, schema) : inlineRef(work, schema, pointer)
  let node: Node = { ...schema }
  if (!rules.oneOf && Array.isArray(node['oneOf'])) {
    const { oneOf, ...rest } = node
    node = { ...rest, anyOf: Array.isArray(rest['anyOf']) ? rest['anyOf'] : oneOf }
  }
  if (rules.refused.has('allOf') && Array.isArray(node['allOf']))
    node = mergeAll(node, (part) => resolveRef(work, part))
  node = tuple(work, node)
  node = constants(work, node)
  node = nullable(work, node)
  const children = rewriteChildren(work, node, pointer)
  node = children.node as Node
  node = withoutRefused(work, node, pointer)
  if (
    typesOf(node).includes('array') &&
    node['items'] === undefined &&
    node['prefixItems'] === undefined
  )
    node['items'] = rules.strict || !rules.typeLists ? { type: 'string' } : {}
  return { node, restore: children.restore }
}

/** `true` and `false` as objects: several hosts refuse boolean schemas. */
function plainSchema(work: Work, schema: unknown): unknown {
  if (schema === true) return work.rules.strict || !work.rules.typeLists ? { type: 'string' } : {}
  if (schema === false) return work.rules.refused.has('not') ? { type: 'string' } : { not: {} }
  return schema
}

function keepRef(work: Work, schema: Node): Rewritten {
  const ref = schema['$ref'] as string
  // Made when a value is there: the definition may not be rewritten yet, or be the one being rewritten.
  const restore: Restore = (value) => work.restores.get(ref)?.(value) ?? value
  if (ref === '#') return { node: schema, restore }
  return { node: work.rules.strict ? { $ref: ref } : schema, restore }
}

function inlineRef(work: Work, schema: Node, pointer: string): Rewritten {
  const ref = schema['$ref'] as string
  const { $ref, ...siblings } = schema
  if (work.open.includes(ref) || ref === '#') {
    const name = ref === '#' ? 'the whole' : parsePointer(ref.slice(1)).at(-1)
    return { node: describe({ type: 'object', ...siblings }, `Nested ${name}, of the same form`) }
  }
  const target = resolveRef(work, schema)
  if (!isNode(target) || '$ref' in target)
    return {
      node: describe({ type: 'object', ...siblings }, `Described elsewhere: ${ref.slice(0, 80)}`),
    }
  work.open.push(ref)
  const made = rewrite(work, target, pointer)
  work.open.pop()
  return made
}

/** A list of items by position. */
function tuple(work: Work, node: Node): Node {
  const { rules } = work
  const byPosition = Array.isArray(node['items']) ? node['items'] : node['prefixItems']
  if (!Array.isArray(byPosition)) return node
  const { items, additionalItems, prefixItems, ...rest } = node
  if (!rules.refused.has('prefixItems')) {
    const others = Array.isArray(items) ? additionalItems : items
    return { ...rest, prefixItems: byPosition, ...(others === undefined ? {} : { items: others }) }
  }
  const kinds = [...new Map(byPosition.map((item) => [JSON.stringify(item), item])).values()]
  const told = byPosition
    .map((item) => (isNode(item) ? (typesOf(item)[0] ?? 'value') : 'value'))
    .join(', ')
  return describe(
    { ...rest, items: kinds.length === 1 ? kinds[0] : { anyOf: kinds } },
    `by position: ${told}`,
  )
}

function constants(work: Work, node: Node): Node {
  let made = node
  if ('const' in made && !work.rules.constants) {
    const { const: value, ...rest } = made
    made = { ...rest, enum: [value] }
  }
  const { enum: values } = made
  if (!Array.isArray(values) || work.rules.anyEnum) return made
  // Only strings may be listed; another kind keeps its type and tells its values.
  const strings = values.filter((value) => typeof value === 'string')
  const { enum: _, ...rest } = made
  const nullable = values.includes(null)
  if (strings.length > 0 && strings.length === values.length - (nullable ? 1 : 0))
    return { ...rest, type: nullable ? ['string', 'null'] : 'string', enum: strings }
  const [first] = values
  const type = Number.isInteger(first) ? 'integer' : first === null ? 'string' : typeof first
  return describe(
    { type: typesOf(made)[0] ?? type, ...rest },
    `one of ${values.slice(0, 20).map(short).join(', ')}`,
  )
}

/** Lists of types where a provider has no word for them. */
function nullable(work: Work, node: Node): Node {
  if (work.rules.typeLists) return node
  let made = node
  const { anyOf } = made
  if (Array.isArray(anyOf) && anyOf.some(isNull)) {
    const rest = anyOf.filter((branch) => !isNull(branch))
    const { anyOf: _, ...base } = made
    made =
      rest.length === 1 && isNode(rest[0])
        ? { ...rest[0], ...base, nullable: true }
        : { ...base, anyOf: rest, nullable: true }
  }
  if (!Array.isArray(made['type'])) return made
  const types = typesOf(made).filter((type) => type !== 'null')
  const { type: _, ...rest } = made
  const orNull = typesOf(made).includes('null') ? { nullable: true } : {}
  if (types.length === 1) return { type: types[0], ...rest, ...orNull }
  return { ...rest, anyOf: types.map((type) => ({ type })), ...orNull }
}

function isNull(schema: unknown): boolean {
  return isNode(schema) && typesOf(schema).join() === 'null'
}

const maps = ['$defs', 'definitions', 'patternProperties', 'dependentSchemas'] as const
const lists = ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const
const singles = [
  'additionalProperties',
  'contains',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
] as const

function rewriteChildren(work: Work, node: Node, pointer: string): Rewritten {
  const made: Node = { ...node }
  const restores: Restore[] = []
  const { rules } = work
  for (const key of maps) {
    const map = made[key]
    if (!isNode(map) || (rules.refused.has(key) && !rules.refs)) continue
    made[key] = mapValues(map, (child, name) => {
      const place = `${pointer}/${key}/${name}`
      const inner = rewrite(work, child, place)
      work.restores.set(`#${place}`, inner.restore)
      return inner.node
    })
  }
  for (const key of lists) {
    const list = made[key]
    if (!Array.isArray(list)) continue
    const branches = list.map((child, index) => rewrite(work, child, `${pointer}/${key}/${index}`))
    made[key] = branches.map((branch) => branch.node)
    const originals = list
    if (key !== 'prefixItems' && branches.some(({ restore }) => restore))
      restores.push((value) => {
        const index = originals.findIndex((branch) => fits(work, branch, value))
        return branches[index]?.restore?.(value) ?? value
      })
  }
  for (const key of singles) {
    const child = made[key]
    if (child === undefined || typeof child === 'boolean') continue
    const inner = rewrite(work, child, `${pointer}/${key}`)
    made[key] = inner.node
    const { restore } = inner
    if (restore && key === 'items')
      restores.push((value) => (Array.isArray(value) ? value.map(restore) : value))
  }
  if (isObject(made)) objectProperties(work, made, pointer, restores)
  if (pointer === '') work.restores.set('#', chain(restores))
  return { node: made, restore: chain(restores) }
}

/** Whether a value is likely meant for a branch: its constants and required properties are there. */
function fits(work: Work, branch: unknown, value: unknown): boolean {
  const node = resolveRef(work, branch)
  if (!isNode(node) || !isNode(value)) return false
  if (requiredOf(node).some((name) => value[name] === undefined)) return false
  return propertiesOf(node).every(([name, schema]) => {
    if (!isNode(schema) || !('const' in schema)) return true
    return JSON.stringify(schema['const']) === JSON.stringify(value[name])
  })
}

function isObject(node: Node): boolean {
  return typesOf(node).includes('object') || isNode(node['properties'])
}

function objectProperties(work: Work, made: Node, pointer: string, restores: Restore[]): void {
  const { rules } = work
  const required = new Set(requiredOf(made))
  const inner = new Map<string, Restore>()
  const optional = new Set<string>()
  const properties: Node = {}
  for (const [name, child] of propertiesOf(made)) {
    const place = `${pointer}/properties/${name}`
    const rewritten = rewrite(work, child, place)
    work.restores.set(`#${place}`, rewritten.restore)
    let node = rewritten.node
    if (rewritten.restore) inner.set(name, rewritten.restore)
    if (rules.strict && !required.has(name)) {
      if (!admitsNull(work, child)) optional.add(name)
      node = orNull(node)
    }
    properties[name] = node
  }
  if (isNode(made['properties']) || rules.strict) made['properties'] = properties
  if (rules.strict) {
    const open = made['additionalProperties']
    if ((open !== undefined && open !== false) || isNode(made['patternProperties']))
      work.obstacles.push({
        pointer: pointer || '/',
        reason: 'a map with free keys cannot be strict',
      })
    else if (propertiesOf(made).length === 0 && open === undefined && pointer !== '')
      work.obstacles.push({ pointer, reason: 'an object without properties cannot be strict' })
    made['additionalProperties'] = false
    made['required'] = Object.keys(properties)
  }
  if (inner.size > 0 || optional.size > 0) restores.push(restoreProperties(inner, optional))
  const renamed = rules.propertyNames && renameProperties(made, rules.propertyNames)
  if (renamed) restores.unshift(renamed)
}

function restoreProperties(inner: Map<string, Restore>, optional: Set<string>): Restore {
  return (value) => {
    if (!isNode(value)) return value
    const restored: Node = {}
    for (const [key, item] of Object.entries(value)) {
      if (item === null && optional.has(key)) continue
      restored[key] = inner.get(key)?.(item) ?? item
    }
    return restored
  }
}

function chain(restores: Restore[]): Restore | undefined {
  if (restores.length === 0) return undefined
  return (value) => restores.reduce((current, restore) => restore(current), value)
}

function admitsNull(work: Work, schema: unknown): boolean {
  const node = resolveRef(work, schema)
  if (!isNode(node)) return true
  if (node['const'] === null || (Array.isArray(node['enum']) && node['enum'].includes(null)))
    return true
  if (typesOf(node).includes('null')) return true
  const branches = node['anyOf'] ?? node['oneOf']
  return Array.isArray(branches) && branches.some((branch) => admitsNull(work, branch))
}

/** A schema that also takes null, as strict mode writes an optional property. */
function orNull(schema: unknown): unknown {
  if (!isNode(schema)) return schema
  const { anyOf, type, enum: values } = schema
  if (Array.isArray(values))
    return values.includes(null)
      ? schema
      : {
          ...schema,
          ...(type === undefined ? {} : { type: [...typesOf(schema), 'null'] }),
          enum: [...values, null],
        }
  if (Array.isArray(anyOf))
    return anyOf.some(isNull) ? schema : { ...schema, anyOf: [...anyOf, { type: 'null' }] }
  if ('const' in schema || '$ref' in schema || type === undefined)
    return { anyOf: [schema, { type: 'null' }] }
  return typesOf(schema).includes('null')
    ? schema
    : { ...schema, type: [...typesOf(schema), 'null'] }
}

/** Constraints a model can still respect when it reads them; the rest is structure or bookkeeping. */
const silent = new Set(
  '$schema $id $anchor $comment $defs definitions additionalProperties deprecated readOnly writeOnly examples allOf oneOf const additionalItems prefixItems'.split(
    ' ',
  ),
)

function withoutRefused(work: Work, node: Node, pointer: string): Node {
  const { refused, formats, strict } = work.rules
  let made: Node = {}
  const lost: string[] = []
  for (const [key, value] of Object.entries(node)) {
    const refusedFormat = key === 'format' && formats !== undefined && !formats.has(String(value))
    const keepClosed = key === 'additionalProperties' && strict
    if (!refusedFormat && !keepClosed && refused.has(key)) {
      if (!silent.has(key)) lost.push(`${key} ${short(value)}`)
      continue
    }
    if (refusedFormat) lost.push(`format ${short(value)}`)
    else made[key] = value
  }
  // A bound that is left out exactly is kept as the nearest one there is a word for.
  if (refused.has('exclusiveMinimum') && typeof node['exclusiveMinimum'] === 'number')
    made['minimum'] ??= node['exclusiveMinimum']
  if (refused.has('exclusiveMaximum') && typeof node['exclusiveMaximum'] === 'number')
    made['maximum'] ??= node['exclusiveMaximum']
  if (lost.length > 0) made = describe(made, lost.join(', '))
  if (strict && lost.some((text) => text.startsWith('not ') || text.startsWith('if ')))
    work.obstacles.push({ pointer: pointer || '/', reason: 'a condition cannot be strict' })
  return made
}

function mapValues(map: Node, change: (value: unknown, key: string) => unknown): Node {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value, key)]))
}
