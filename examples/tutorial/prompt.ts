import assert from 'node:assert/strict'
// #region prompt
import { renderCatalog } from '@toolprism/tsrender'
import { weather } from './weather.js'

const { text } = renderCatalog([{ name: 'tools', tools: [weather] }], { promise: true })
console.log(text)
// #endregion

assert.match(text, /declare const tools: \{/)
assert.match(text, /weather\(args: \{/)
