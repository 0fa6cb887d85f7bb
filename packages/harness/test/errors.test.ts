import { HarnessError } from '@toolprism/harness'
import { expect, test } from 'vitest'

test('an error is recognised by its code, not by its class', () => {
  const error = new HarnessError('MODEL_MISSING', 'the agent has no model')
  expect(error).toBeInstanceOf(Error)
  expect({ ...error, name: error.name, message: error.message }).toEqual({
    code: 'MODEL_MISSING',
    name: 'HarnessError',
    message: 'the agent has no model',
  })
})
