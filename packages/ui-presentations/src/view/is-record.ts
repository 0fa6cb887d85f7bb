/** An object that is no array: what JSON calls an object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A text, or none: of foreign data, even `String(value)` may throw. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
