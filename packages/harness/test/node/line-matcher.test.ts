import { expect, test } from 'vitest'
import { createLineMatcher } from '../../src/node/search/line-matcher'

test('a search that gets no processor for a while loses no line', async () => {
  let cuts = 0
  const starved = (job: () => void) => {
    if (++cuts <= 10) return false
    job()
    return true
  }
  const matcher = createLineMatcher(/needle/u, 0, starved)
  const found = await matcher.search([{ path: 'a.txt', text: 'needle\n' }], 1)
  expect(found).toEqual([
    { path: 'a.txt', lines: [{ line: 1, text: 'needle', match: true }], count: 1 },
  ])
})
