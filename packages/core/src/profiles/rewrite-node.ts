import { parsePointer } from '../places'
import { mergeAll } from './merge-branches'
import { renameProperties } from './property-names'
import { asEnum, nullableType, orNull, tupleItems, withoutRefused } from './rewrite-keywords'
import { describe, isNode, type Node, propertiesOf, requiredOf, typesOf } from './schema-node'
import { type Restore, resolveRef, type Work } from './work'

interface Rewritten {
  node: unknown
  restore?: Restore | undefined
}

// Inlining can double with every level.
const mostNodes = 20_000

export function rewriteNode(work: Work, schema: unknown, pointer: string): Rewritten {
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
  node = tupleItems(work, node)
  node = asEnum(work, node)
  node = nullableType(work, node)
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
  const made = rewriteNode(work, target, pointer)
  work.open.pop()
  return made
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
      const inner = rewriteNode(work, child, place)
      work.restores.set(`#${place}`, inner.restore)
      return inner.node
    })
  }
  for (const key of lists) {
    const list = made[key]
    if (!Array.isArray(list)) continue
    const branches = list.map((child, index) =>
      rewriteNode(work, child, `${pointer}/${key}/${index}`),
    )
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
    const inner = rewriteNode(work, child, `${pointer}/${key}`)
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
    const rewritten = rewriteNode(work, child, place)
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

function mapValues(map: Node, change: (value: unknown, key: string) => unknown): Node {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value, key)]))
}
