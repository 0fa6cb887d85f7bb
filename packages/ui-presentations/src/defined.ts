/** The object without its undefined fields: what exactOptionalPropertyTypes wants, and what JSON would leave. */
export function defined<T extends object>(values: { [K in keyof T]: T[K] | undefined }): T {
  const kept: Partial<T> = {}
  for (const key in values) if (values[key] !== undefined) kept[key] = values[key]
  return kept as T // the required ones were given
}
