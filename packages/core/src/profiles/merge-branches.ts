import { describe, isNode, type Node, propertiesOf, requiredOf, short } from './schema-node'

/**
 * One object schema that accepts whatever any branch accepts: the properties of all, required only what all
 * require. What the combinator said is told in the description; the full schema still validates.
 */
export function mergeUnion(
  node: Node,
  keyword: 'anyOf' | 'oneOf',
  resolve: (node: unknown) => unknown,
): Node {
  const { [keyword]: combined, ...base } = node
  const branches = (Array.isArray(combined) ? combined : []).map(resolve).filter(isNode)
  if (branches.length === 0) return base
  const properties = new Map(propertiesOf(base))
  for (const branch of branches)
    for (const [name, schema] of propertiesOf(branch))
      properties.set(name, properties.has(name) ? unite(properties.get(name), schema) : schema)
  const shared = requiredOf(branches[0]!).filter((name) =>
    branches.every((branch) => requiredOf(branch).includes(name)),
  )
  const merged: Node = {
    ...base,
    type: 'object',
    properties: Object.fromEntries(properties),
    required: [...new Set([...requiredOf(base), ...shared])],
  }
  if (branches.every((branch) => branch['additionalProperties'] === false))
    merged['additionalProperties'] = false
  if ((merged['required'] as string[]).length === 0) delete merged['required']
  const forms = branches.map(formOf).filter((form) => form !== '')
  return forms.length > 1 ? describe(merged, `One of: ${forms.join('; or ')}`) : merged
}

/** `allOf` beside or instead of properties, as one object: the properties and requirements of all. */
export function mergeAll(node: Node, resolve: (node: unknown) => unknown): Node {
  const { allOf, ...base } = node
  const parts = (Array.isArray(allOf) ? allOf : []).map(resolve).filter(isNode)
  let merged: Node = base
  for (const part of parts) {
    const properties = new Map(propertiesOf(merged))
    for (const [name, schema] of propertiesOf(part))
      properties.set(
        name,
        properties.has(name) ? { allOf: [properties.get(name), schema] } : schema,
      )
    const required = [...new Set([...requiredOf(merged), ...requiredOf(part)])]
    merged = { ...part, ...merged }
    if (properties.size > 0) merged['properties'] = Object.fromEntries(properties)
    if (required.length > 0) merged['required'] = required
  }
  return merged
}

/** Either of two schemas of the same property; two sets of constants stay one set. */
function unite(a: unknown, b: unknown): unknown {
  if (JSON.stringify(a) === JSON.stringify(b)) return a
  const values = [valuesOf(a), valuesOf(b)]
  if (isNode(a) && values[0] && values[1]) {
    const { const: _, ...rest } = a
    const known = new Map(
      [...values[0], ...values[1]].map((value) => [JSON.stringify(value), value]),
    )
    return { ...rest, enum: [...known.values()] }
  }
  if (isNode(a) && Array.isArray(a['anyOf']) && Object.keys(a).length === 1)
    return { anyOf: [...a['anyOf'], b] }
  return { anyOf: [a, b] }
}

function valuesOf(schema: unknown): unknown[] | undefined {
  if (!isNode(schema)) return undefined
  if ('const' in schema) return [schema['const']]
  return Array.isArray(schema['enum']) ? schema['enum'] : undefined
}

/** A branch in short: its constants and what it requires. */
function formOf(branch: Node): string {
  const required = requiredOf(branch)
  const names = new Set([...required, ...propertiesOf(branch).map(([name]) => name)])
  const properties = new Map(propertiesOf(branch))
  return [...names]
    .slice(0, 12)
    .map((name) => {
      const schema = properties.get(name)
      if (isNode(schema) && 'const' in schema) return `${name} = ${short(schema['const'])}`
      return required.includes(name) ? name : `${name}?`
    })
    .join(', ')
}
