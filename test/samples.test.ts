import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pages, syncSamples } from '../tools/sync-samples'

test.each(pages())('the samples of %s equal the files they name (npm run samples)', (page) => {
  const text = readFileSync(page, 'utf8')
  expect(syncSamples(text)).toBe(text)
})
