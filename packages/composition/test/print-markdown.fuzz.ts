import fc from 'fast-check'
import { test } from 'vitest'
import { hostileSpans, hostileText } from './hostile'
import { exactSpans, exactText } from './markdown-properties'

test('20,000 hostile strings keep their exact text', () => {
  fc.assert(fc.property(hostileText, exactText), { numRuns: 20_000, endOnFailure: true })
})

test('20,000 hostile mixtures of looks keep their exact text and look', () => {
  fc.assert(fc.property(hostileSpans, exactSpans), { numRuns: 20_000, endOnFailure: true })
})
