import fc from 'fast-check'
import { test } from 'vitest'
import { compositions } from './compositions'
import { everyHandlerAnswers, safeOnEverySurface } from './safety-properties'

test('3,000 hostile compositions are safe on every surface', () => {
  fc.assert(fc.property(compositions, safeOnEverySurface), { numRuns: 3_000, endOnFailure: true })
})

test('3,000 inputs of any kind are answered by every handler', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.anything({ withBigInt: true }), compositions),
      everyHandlerAnswers,
    ),
    { numRuns: 3_000, endOnFailure: true },
  )
})
