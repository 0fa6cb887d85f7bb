import { verify, verifyAll } from '@toolprism/tsrender/verify'
import { expect, test } from 'vitest'

test('a clean text has no problems', () => {
  expect(verify('declare function f(args: { a: string }): unknown;\n')).toEqual([])
})

test('a problem has its number, words and place', () => {
  expect(verify('type A = string;\ntype B = Missing;\n')).toEqual([
    { code: 2304, message: "Cannot find name 'Missing'.", line: 2, column: 10 },
  ])
})

test('what is not TypeScript at all is told by the parser', () => {
  expect(verify('declare function a-b(): void;')[0]?.code).toBe(1005)
})

test('a prelude declares what the text may use, and lines are those of the text', () => {
  expect(verify('type B = Missing;', { prelude: 'type Missing = string;' })).toEqual([])
  expect(verify('type B = Other;', { prelude: 'type Missing = string;\n' })[0]?.line).toBe(1)
})

test('several texts know nothing of each other', () => {
  expect(
    verifyAll(['type A = string;', 'type A = number;', 'type B = A;']).map(
      (problems) => problems.length,
    ),
  ).toEqual([0, 0, 1])
})
