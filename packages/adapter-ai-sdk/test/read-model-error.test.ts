import { fromLanguageModel } from '@toolprism/adapter-ai-sdk/model'
import { MockLanguageModelV4 } from 'ai/test'
import { expect, test } from 'vitest'
import { hello, partsOf, request } from './model-parts'

async function judge(error: unknown) {
  const model = new MockLanguageModelV4({
    doStream: async () => {
      throw error
    },
  })
  const [part] = await partsOf(fromLanguageModel(model), request(hello))
  const { kind, retryable, retryAfterMs } = part as any
  return { kind, retryable, retryAfterMs }
}

const failure = (fields: object, message = 'x') => Object.assign(new Error(message), fields)

test.each([
  // The status decides before the words do: a 429 that speaks of tokens is no overflow (36).
  [failure({ statusCode: 429 }, 'too many tokens per minute'), 'rate-limit', true],
  [
    failure({ statusCode: 400, responseBody: '{"error":"prompt is too long: 210000 tokens"}' }),
    'context-overflow',
    false,
  ],
  [failure({ statusCode: 413 }), 'context-overflow', false],
  [failure({ statusCode: 403 }), 'auth', false],
  [failure({ statusCode: 404, isRetryable: false }), 'invalid-request', false],
  [failure({ statusCode: 500, isRetryable: true }), 'overloaded', true],
  [{ message: 'Overloaded', type: 'overloaded_error' }, 'overloaded', true],
  [{ message: 'x', code: '429' }, 'rate-limit', true],
  ['overloaded_error: Overloaded', 'overloaded', true],
  [new DOMException('late', 'TimeoutError'), 'timeout', true],
  [failure({ cause: Object.assign(new Error('y'), { code: 'ECONNRESET' }) }), 'network', true],
  [new Error('what?'), 'unknown', false],
  [null, 'unknown', false],
  [undefined, 'unknown', false],
] as const)('%s is %s', async (error, kind, retryable) => {
  expect(await judge(error)).toMatchObject({ kind, retryable })
})

test.each([
  [{ 'retry-after': '3' }, 3000],
  [{ 'retry-after-ms': '120', 'retry-after': '3' }, 120],
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after': 'soon' }, undefined],
  [{ 'retry-after': '-1' }, undefined],
  [{ 'retry-after': 'Mon, 01 Jan 2024 00:00:00 GMT' }, 0],
])('%o asks to wait %s ms', async (responseHeaders, expected) => {
  const { retryAfterMs } = await judge(failure({ statusCode: 429, responseHeaders }))
  expect(retryAfterMs).toBe(expected)
})
