/** The keys of a JSON Pointer (RFC 6901), URI-fragment escapes undone. */
export function parsePointer(pointer: string): string[] {
  if (pointer === '') return []
  return pointer
    .slice(1)
    .split('/')
    .map((part) => decode(part).replaceAll('~1', '/').replaceAll('~0', '~'))
}

function decode(part: string): string {
  if (!part.includes('%')) return part
  try {
    return decodeURIComponent(part)
  } catch {
    // A bare percent sign is itself.
    return part
  }
}

/** The value at a path, own properties only; undefined where the path leaves the value. */
export function valueAt(input: unknown, keys: readonly PropertyKey[]): unknown {
  let value = input
  for (const key of keys) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<PropertyKey, unknown>)[key]
  }
  return value
}
