/**
 * Tokens of a model call. `input`, `cacheRead`, `cacheWrite` and `output` never overlap; a figure the
 * provider did not give stays absent, so an unknown is never read as zero.
 */
export interface Usage {
  /** Input tokens neither read from nor written to a cache. */
  input?: number
  cacheRead?: number
  cacheWrite?: number
  /** All output tokens, reasoning included. */
  output?: number
  /** The part of `output` spent on reasoning. */
  reasoning?: number
  /** The provider's own total, or the sum of the four buckets when all of them are known. */
  total?: number
}
