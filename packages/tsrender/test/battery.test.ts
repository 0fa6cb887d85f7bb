import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { battery, type TypeCase } from './cases/battery'
import { ask, type Question } from './support/assignable'
import { shared } from './support/shared'

const cases = Object.entries(battery).flatMap(([topic, list]) =>
  list.map((one) => ({ ...one, about: `${topic}: ${one.about}` })),
)

const valuesOf = ({ admits = [], refuses = [] }: TypeCase): Question['values'] => [
  ...admits.map((value) => [value, true] as const),
  ...refuses.map((value) => [value, false] as const),
]

function check(list: TypeCase[], options: NonNullable<Question['options']>) {
  const answers = ask(list.map((one) => ({ schema: one.schema, values: valuesOf(one), options })))
  const wrong = Object.fromEntries(
    answers
      .map((problems, index) => [list[index]!.about, problems] as const)
      .filter(([, problems]) => problems.length),
  )
  expect(wrong).toEqual({})
}

describe('every case as TypeScript judges it', () => {
  test('exact, as input', () => check(cases, { profile: 'exact' }))
  test('exact, as output', () => check(cases, { profile: 'exact', direction: 'output' }))
  test('prompt, as input, where the profile says the same', () =>
    check(
      cases.filter(({ prompt }) => prompt !== false),
      { profile: 'prompt' },
    ))
  test('prompt, as input, never admits what exact refuses but for lengths and exclusive branches', () => {
    const narrowed = cases.filter(({ prompt }) => prompt === false)
    check(
      narrowed.map(({ about, schema }) => ({ about, schema })),
      { profile: 'prompt' },
    )
  })
  test('prompt, as output, admits every valid value', () =>
    check(
      cases.map(({ about, schema, admits = [] }) => ({ about, schema, admits })),
      { profile: 'prompt', direction: 'output' },
    ))
})

describe.runIf(shared)('the shared battery', () => {
  const read = (): TypeCase[] =>
    JSON.parse(readFileSync(`${shared}/cases/tsrender-battery.json`, 'utf8')).map(
      (one: { id: string; schema: unknown; accept: unknown[]; reject: unknown[] }) => ({
        about: one.id,
        schema: one.schema,
        admits: one.accept,
        refuses: one.reject,
      }),
    )
  // The prompt profile says lengths in a comment and reads an open pair as a pair.
  const notInPrompt = ['minItems 1', 'tuple prefixItems open optional']

  test('exact', () => check(read(), { profile: 'exact' }))
  test('prompt, as input', () =>
    check(
      read().filter(({ about }) => !notInPrompt.includes(about)),
      { profile: 'prompt' },
    ))
  test('prompt, as output, admits every valid value', () =>
    check(
      read().map((one) => ({ ...one, refuses: [] })),
      { profile: 'prompt', direction: 'output' },
    ))
})
