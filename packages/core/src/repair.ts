/** A place a schema refused, and the one kind of container it wants there; undefined where it takes anything else. */
export interface RepairPlace {
  keys: readonly PropertyKey[]
  kind: 'object' | 'array' | undefined
}

/**
 * Parses strings that stand where the schema wants an object or array and nothing else, and that are JSON of
 * that kind (issue: models send `"{\"a\":1}"`). Undefined when there was nothing to repair. The input is not changed.
 */
export function repairJsonStrings(
  places: readonly RepairPlace[],
  input: unknown,
): { value: unknown; repaired: readonly PropertyKey[][] } | undefined {
  const repaired: PropertyKey[][] = []
  let value = input
  for (const { keys, kind } of places) {
    const changed = kind && replaceAt(value, keys, kind)
    if (changed === undefined) continue
    value = changed
    repaired.push([...keys])
  }
  return repaired.length > 0 ? { value, repaired } : undefined
}

/** The value with the string at a path parsed; undefined when there is no such string or it is not JSON of the kind. */
function replaceAt(
  value: unknown,
  keys: readonly PropertyKey[],
  kind: 'object' | 'array',
): unknown {
  const [key, ...rest] = keys
  if (key === undefined) return parseAs(value, kind)
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
  const inner = replaceAt((value as Record<PropertyKey, unknown>)[key], rest, kind)
  if (inner === undefined) return undefined
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<PropertyKey, unknown>
  copy[key] = inner
  return copy
}

function parseAs(text: unknown, kind: 'object' | 'array'): unknown {
  if (typeof text !== 'string') return undefined
  try {
    const parsed: unknown = JSON.parse(text)
    const is = Array.isArray(parsed) ? 'array' : parsed === null ? 'null' : typeof parsed
    return is === kind ? parsed : undefined
  } catch {
    return undefined
  }
}
