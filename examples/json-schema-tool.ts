import assert from 'node:assert/strict'
// #region sample
import { callTool, defineTool, toJsonSchema } from '@toolprism/core'
import { applyProfile, lintTools } from '@toolprism/core/profiles'

// No schema library: the input's type comes from the literal, and the input is really validated.
const metrics = defineTool({
  name: 'fetch_metrics',
  description: 'Fetches metrics of an environment.',
  inputSchema: {
    type: 'object',
    properties: {
      environment: { type: 'string', enum: ['staging', 'production'] },
      minutes: { type: 'number', default: 15 },
    },
    required: ['environment'],
    additionalProperties: false,
  },
  execute: ({ environment, minutes }) => `${environment} for ${minutes} minutes`,
})

const good = await callTool(metrics, { environment: 'staging' })
const bad = await callTool(metrics, { environment: 'prod' })

// What each provider would say, and a schema it takes.
const findings = lintTools([metrics], { providers: ['openai-strict', 'gemini'] })
const strict = applyProfile(toJsonSchema(metrics.inputSchema), 'openai-strict')
const input = strict.restoreInput({ environment: 'staging', minutes: null })
// #endregion

assert.deepEqual(good.content, [{ type: 'text', text: 'staging for 15 minutes' }])
assert.match(JSON.stringify(bad.content), /expected one of .*staging.*production.*, got .*prod/)
assert.deepEqual(
  findings.map(({ provider, rule }) => `${provider} ${rule}`),
  ['openai-strict optional', 'gemini keyword'],
)
assert.deepEqual(strict.schema.required, ['environment', 'minutes'])
assert.deepEqual(input, { environment: 'staging' })
