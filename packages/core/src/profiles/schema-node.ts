/** A JSON Schema object being rewritten; keyword by keyword, nothing of it is known. */
export type Node = Record<string, unknown>

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function typesOf(node: Node): string[] {
  const { type } = node
  if (typeof type === 'string') return [type]
  return Array.isArray(type) ? type.filter((item) => typeof item === 'string') : []
}

export function describe(node: Node, note: string): Node {
  const { description } = node
  if (typeof description === 'string' && description.includes(note)) return node
  return {
    ...node,
    description: typeof description === 'string' && description ? `${description} (${note})` : note,
  }
}

export function requiredOf(node: Node): string[] {
  return Array.isArray(node['required'])
    ? node['required'].filter((item) => typeof item === 'string')
    : []
}

export function propertiesOf(node: Node): [string, unknown][] {
  return isNode(node['properties']) ? Object.entries(node['properties']) : []
}

/** A short text of a value for a description. */
export function short(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 120 ? `${text.slice(0, 120)}…` : text
}
