import assert from 'node:assert/strict'
// #region agent
import { createAgent } from '@toolprism/harness'
import { scriptedModel } from '@toolprism/harness/testing'
import { weather } from './weather.js'

// Says what it is told to, so that this runs without a key.
const model = scriptedModel([
  { calls: [{ name: 'weather', input: { city: 'Bergen' } }] },
  'It is 21 degrees in Bergen.',
])
const run = createAgent({ model, tools: [weather] }).run('How warm is it in Bergen?')
for await (const event of run.events()) console.log(event.type)
const { text } = await run.result
console.log(text)
// #endregion

assert.equal(text, 'It is 21 degrees in Bergen.')
