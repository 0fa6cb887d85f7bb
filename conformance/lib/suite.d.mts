/** What a conformance suite reports to. */
export interface Conformance {
  /** One check of a group passed. */
  pass(group: string): void
  /** One check failed; `id` is stable, unique in its group, and what conformance/expected/<name>.json lists. */
  fail(group: string, id: string, why: string): void
}

/** The default export of conformance/suites/<name>.ts. */
export interface ConformanceSuite {
  name: string
  run(conformance: Conformance): Promise<void>
}
