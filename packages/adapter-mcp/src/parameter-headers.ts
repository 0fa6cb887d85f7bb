/** A tool argument that also travels as an `Mcp-Param-*` header (revision 2026-07-28, SEP-2243). */
export interface HeaderParameter {
  path: readonly string[]
  header: string
}

/** A token of RFC 9110. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

const known = new WeakMap<object, readonly HeaderParameter[]>()

/** The arguments a schema marks with `x-mcp-header`; only those reached through `properties` count. */
export function headerParameters(schema: object): readonly HeaderParameter[] {
  let found = known.get(schema)
  if (!found) {
    found = [...find(schema, [])]
    known.set(schema, found)
  }
  return found
}

function* find(schema: object, path: readonly string[]): Generator<HeaderParameter> {
  const { properties } = schema as { properties?: unknown } // any JSON
  if (typeof properties !== 'object' || properties === null || path.length > 32) return
  for (const [key, child] of Object.entries(properties)) {
    if (typeof child !== 'object' || child === null) continue
    const name = (child as Record<string, unknown>)['x-mcp-header'] // any JSON
    if (typeof name === 'string' && token.test(name))
      yield { path: [...path, key], header: `mcp-param-${name.toLowerCase()}` }
    yield* find(child, [...path, key])
  }
}

/** Which rule of `x-mcp-header` a schema breaks, for clients must refuse such a tool; undefined when it breaks none. */
export function headerProblem(schema: object): string | undefined {
  const seen = new Set<string>()
  const visit = (node: unknown, reachable: boolean, depth: number): string | undefined => {
    if (typeof node !== 'object' || node === null || depth > 64) return undefined
    if (!Array.isArray(node) && 'x-mcp-header' in node) {
      const { 'x-mcp-header': name, type } = node as Record<string, unknown> // any JSON
      const problem = nameProblem(name, type, seen)
      if (problem) return problem
      if (!reachable) return 'x-mcp-header stands where only a chain of `properties` may lead'
    }
    for (const [keyword, child] of Object.entries(node)) {
      const named = keyword === 'properties' && !Array.isArray(node)
      const children =
        named && typeof child === 'object' && child !== null ? Object.values(child) : [child]
      for (const inner of children) {
        const problem = visit(inner, named && reachable, depth + 1)
        if (problem) return problem
      }
    }
    return undefined
  }
  return visit(schema, true, 0)
}

function nameProblem(name: unknown, type: unknown, seen: Set<string>): string | undefined {
  if (typeof name !== 'string' || !token.test(name))
    return `x-mcp-header ${JSON.stringify(name)} is no header name`
  if (type !== 'string' && type !== 'integer' && type !== 'boolean')
    return `x-mcp-header ${name} stands on a ${JSON.stringify(type)}, not on a string, integer or boolean`
  if (seen.has(name.toLowerCase())) return `x-mcp-header ${name} is used twice`
  seen.add(name.toLowerCase())
  return undefined
}

/** The headers that must go with a call. */
export function toParameterHeaders(
  parameters: readonly HeaderParameter[],
  input: unknown,
): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const { path, header } of parameters) {
    const text = toText(valueAt(input, path))
    if (text !== undefined) headers[header] = encodeHeader(text)
  }
  return headers
}

/** What is wrong with the headers of a call; undefined when they agree with its arguments. */
export function checkParameterHeaders(
  parameters: readonly HeaderParameter[],
  input: unknown,
  header: (name: string) => string | null,
): string | undefined {
  for (const { path, header: name } of parameters) {
    const value = valueAt(input, path)
    const text = toText(value)
    if (text === undefined) continue
    const sent = header(name)
    if (sent === null) return `the header ${name} is missing`
    const decoded = decodeHeader(sent)
    if (decoded === undefined) return `the header ${name} is not valid Base64`
    const equal = typeof value === 'number' ? Number(decoded) === value : decoded === text
    if (!equal) return `the header ${name} differs from the argument ${path.join('.')}`
  }
  return undefined
}

function valueAt(root: unknown, path: readonly string[]): unknown {
  let value = root
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<string, unknown>)[key] // an object with this key
  }
  return value
}

function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return String(value)
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? undefined : String(value)
}

const wrapped = /^=\?base64\?(.*)\?=$/s
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** Plain where HTTP carries it unchanged, else Base64 in a wrapper. */
function encodeHeader(text: string): string {
  if (/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !wrapped.test(text)) return text
  const binary = String.fromCharCode(...new TextEncoder().encode(text))
  return `=?base64?${btoa(binary)}?=`
}

function decodeHeader(value: string): string | undefined {
  const inner = wrapped.exec(value)?.[1]
  if (inner === undefined) return value
  if (!base64.test(inner)) return undefined
  const bytes = Uint8Array.from(atob(inner), (character) => character.charCodeAt(0))
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
