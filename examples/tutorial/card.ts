import assert from 'node:assert/strict'
// #region card
import { createAgent } from '@toolprism/harness'
import { scriptedModel } from '@toolprism/harness/testing'
import { createToolCardStore } from '@toolprism/ui-presentations'
import { renderToolCard } from '@toolprism/ui-presentations/terminal'
import { weather } from './weather.js'

const model = scriptedModel([
  { calls: [{ name: 'weather', input: { city: 'Bergen' } }] },
  'It is 21 degrees in Bergen.',
])
const store = createToolCardStore()
const run = createAgent({ model, tools: [weather] }).run('How warm is it in Bergen?')
for await (const event of run.events()) store.dispatch(event)
for (const view of store.getViews()) console.log(renderToolCard(view))
// #endregion

assert.equal(store.getViews().length, 1)
assert.match(
  store
    .getViews()
    .map((view) => renderToolCard(view))
    .join(''),
  /Weather/,
)
