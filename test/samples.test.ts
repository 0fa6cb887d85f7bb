import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pages, syncSamples } from '../tools/sync-samples'

test.each(pages())('the samples of %s equal the files they name (npm run samples)', (page) => {
  const text = readFileSync(page, 'utf8')
  expect(syncSamples(text)).toBe(text)
})

// A fence that is not closed swallows what follows it, up to the end of the next one.
test.each(pages())('every code fence of %s is closed before the next opens', (page) => {
  let open = ''
  for (const line of readFileSync(page, 'utf8').split('\n')) {
    const [, ticks = '', info] = /^\s*(`{3,})(.*)$/.exec(line) ?? []
    if (ticks.length < Math.max(3, open.length)) continue
    if (open) expect(info, `inside a fence opened with ${open}`).toBe('')
    open = open ? '' : ticks
  }
  expect(open).toBe('')
})
