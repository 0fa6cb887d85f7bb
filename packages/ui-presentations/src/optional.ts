/** An object with one field, or none: exactOptionalPropertyTypes wants absence, not undefined. */
export function optional<Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): { [K in Key]?: Value } {
  return value === undefined ? {} : ({ [key]: value } as { [K in Key]?: Value }) // one computed key
}
