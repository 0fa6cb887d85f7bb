import assert from 'node:assert/strict'
import { callTool, defineTool, resultCode, resultText, ToolError } from '@toolprism/core'
import * as z from 'zod'

const factors: Record<string, number> = { km: 1000, mi: 1609.344 }

// #region throw
const toMetres = defineTool({
  name: 'to_metres',
  description: 'Converts a length to metres.',
  inputSchema: z.object({ value: z.number(), unit: z.string() }),
  annotations: { readOnlyHint: true },
  execute: ({ value, unit }) => {
    const factor = factors[unit]
    if (factor === undefined)
      throw new ToolError('UNIT_UNKNOWN', `No length is measured in ${unit}. Use km or mi.`)
    return value * factor
  },
})

const result = await callTool(toMetres, { value: 2, unit: 'kg' })
console.log(resultCode(result), resultText(result))
// #endregion

assert.equal(result.isError, true)
assert.match(resultText(result), /No length is measured in kg/)
