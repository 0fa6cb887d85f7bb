import { stableHash } from '../tool-names'
import { isNode, type Node, propertiesOf, requiredOf } from './schema-node'
import type { Restore } from './work'

/** Renames properties a provider has no letters for, in place; answers the way back, or undefined when none was. */
export function renameProperties(node: Node, pattern: RegExp): Restore | undefined {
  const back = new Map<string, string>()
  const taken = new Set(propertiesOf(node).map(([name]) => name))
  const rename = (name: string): string => {
    if (pattern.test(name)) return name
    const cleaned = name.replaceAll(/[^A-Za-z0-9_]+/g, '_').replace(/^[0-9]/, '_$&')
    for (let length = 4; ; length++) {
      const made = `${cleaned.slice(0, 40)}_${stableHash(name, length)}`
      if (taken.has(made) && back.get(made) !== name) continue
      back.set(made, name)
      return made
    }
  }
  const properties = propertiesOf(node).map(([name, schema]) => [rename(name), schema] as const)
  if (back.size === 0) return undefined
  node['properties'] = Object.fromEntries(properties)
  if (Array.isArray(node['required'])) node['required'] = requiredOf(node).map(rename)
  return (value) => {
    if (!isNode(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [back.get(key) ?? key, item]),
    )
  }
}
