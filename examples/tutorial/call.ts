import assert from 'node:assert/strict'
// #region call
import { callTool, resultText, resultValue } from '@toolprism/core'
import { weather } from './weather.js'

const good = await callTool(weather, { city: 'Oslo', days: 2 })
console.log(resultValue(good))

const bad = await callTool(weather, { town: 'Oslo', days: 70 })
console.log(resultText(bad))
// #endregion

assert.deepEqual(resultValue(good), { city: 'Oslo', degrees: [21, 19] })
assert.equal(bad.isError, true)
assert.match(resultText(bad), /city: expected a string, got nothing/)
