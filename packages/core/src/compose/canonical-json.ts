/** JSON with its keys in order, so that equal values give equal text. */
export function canonicalJson(value: unknown): string {
  try {
    return JSON.stringify(value, (_, item: unknown) =>
      typeof item === 'object' && item !== null && !Array.isArray(item)
        ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
        : item,
    )
  } catch {
    // The call itself refuses what JSON cannot carry.
    return ''
  }
}
