/** The object without its undefined fields: what exactOptionalPropertyTypes wants, and what JSON would leave. */
export function defined<T extends object>(values: { [K in keyof T]: T[K] | undefined }): T {
  const kept = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(kept) as T // the required ones were given
}
