import assert from 'node:assert/strict'
// #region tools
import { createCompositionTools } from '@toolprism/composition'
import { createRuntime, standardPack } from '@toolprism/composition/runtime'
import { takumiFormats } from '@toolprism/composition/takumi'

const runtime = createRuntime({ packs: [standardPack] })
const tools = createCompositionTools({ runtime, formats: takumiFormats({ runtime }) })

// A model does this through its host: look up, validate, repair, render.
const run = (name: string, input: Record<string, unknown>) =>
  tools.find((tool) => tool.name === `composition_${name}`)!.handler(input)

const composition = {
  type: 'view',
  title: 'Checkout',
  body: [{ type: 'stat', items: [{ label: 'p95', value: 412, unit: 'ms', tone: 'danger' }] }],
}
console.log(await run('validate', { composition }))
console.log(await run('render', { composition, format: 'markdown' }))
// #endregion

const wrong = await run('validate', { composition: { ...composition, body: [{ type: 'stats' }] } })
assert.match(JSON.stringify(wrong), /did you mean stat\?/)
const [png] = (await run('render', { composition, format: 'png' })).content
assert.equal(png?.type, 'image')
