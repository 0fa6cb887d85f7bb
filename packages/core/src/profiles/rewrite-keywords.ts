import { describe, isNode, type Node, short, typesOf } from './schema-node'
import type { Work } from './work'

/** A list of items by position. */
export function tupleItems(work: Work, node: Node): Node {
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

/** Constants and lists of values, as far as the provider has a word for them. */
export function asEnum(work: Work, node: Node): Node {
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
export function nullableType(work: Work, node: Node): Node {
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

/** A schema that also takes null, as strict mode writes an optional property. */
export function orNull(schema: unknown): unknown {
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

/** The node without what the provider refuses; what a model could respect is told in the description. */
export function withoutRefused(work: Work, node: Node, pointer: string): Node {
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
