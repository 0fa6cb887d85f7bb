import {
  checkComposition,
  createCompositionTools,
  formatValidationError,
} from '@toolprism/composition'
import { expect, test, vi } from 'vitest'
import { call, json, runtime, view } from './support'

const divider = { type: 'divider' }

test('the tools print exactly the structured errors', async () => {
  const composition = view({ type: 'stat', items: [] }, { type: 'divider', x: 1 })
  const { errors } = checkComposition(runtime, composition)
  expect(errors.map((error) => error.nodeType)).toEqual(['stat', 'divider'])
  const answer = await call(createCompositionTools({ runtime }), 'validate', { composition })
  expect(json(answer)['errors']).toEqual(errors.map(formatValidationError))
})

test('a warning prints its path once', async () => {
  const warnings = [
    { surface: 'slack', path: 'body[0]', message: 'body[0] is long' },
    { surface: 'slack', path: 'body[1]', message: 'is long' },
    { surface: 'text', message: 'renders nothing' },
  ]
  const checked = {
    ...runtime,
    validate: () => ({ valid: true, errors: [], warnings, composition: view(divider) }),
  }
  const answer = await call(createCompositionTools({ runtime: checked }), 'validate', {
    composition: {},
  })
  expect(json(answer)['warnings']).toEqual([
    'slack: body[0] is long',
    'slack: body[1] is long',
    'text: renders nothing',
  ])
})

test.each([
  [{ ...view(divider), title: 'x'.repeat(1_000_001) }, 'INPUT_OVER_BUDGET'],
  [view(() => 1), 'INPUT_NOT_PLAIN_DATA'],
])('a refusal keeps its code and has no composition %#', (value, code) => {
  const result = checkComposition(runtime, value)
  expect(result).toMatchObject({ valid: false, errors: [{ code, path: '' }] })
  expect(result).not.toHaveProperty('composition')
})

test('the copy that was validated comes back, and the frame rule reads its body', () => {
  const input = view(divider)
  const validate = vi.fn(runtime.validate)
  const validateBody = vi.fn(() => ['expected one section'])
  const result = checkComposition({ validate }, input, { frame: { validateBody } })
  expect(result.composition).toBe(validate.mock.results[0]!.value.composition)
  expect(result.composition).not.toBe(input)
  expect(validateBody).toHaveBeenCalledWith(result.composition!.body)
  expect(result.errors).toEqual([{ path: '', message: 'expected one section' }])
})

test('the frame rule waits until the schema passes', () => {
  const validateBody = vi.fn(() => [])
  checkComposition(runtime, view({ type: 'nope' }), { frame: { validateBody } })
  expect(validateBody).not.toHaveBeenCalled()
})

test.each([
  [{ path: '', message: 'refused' }, 'refused'],
  [{ path: 'body[0].title', message: 'is required' }, 'body[0].title is required'],
  [{ path: 'body[0]', message: 'is odd', nodeType: 'stat' }, 'body[0] (in stat) is odd'],
  [{ path: 'body[0]', message: 'is odd', nodeType: 'a\nb' }, 'body[0] (in "a\\nb") is odd'],
])('formats %j', (error, line) => {
  expect(formatValidationError(error)).toBe(line)
})
