import { runInNewContext } from 'node:vm'
import { checkInputBudget } from '@toolprism/core'
import { expect, test, vi } from 'vitest'

const nested = (depth: number) => {
  let value: unknown = []
  for (let level = 1; level < depth; level++) value = [value]
  return value
}
const limitOf = (value: unknown, budget = {}) => {
  const checked = checkInputBudget(value, budget)
  return checked.ok ? 'ok' : (checked.limit ?? checked.code)
}

test('each limit passes exactly at it and fails one over', () => {
  expect(limitOf(nested(64))).toBe('ok')
  expect(limitOf(nested(65))).toBe('depth')
  expect(limitOf(Array(19_999).fill(0))).toBe('ok')
  expect(limitOf(Array(20_000).fill(0))).toBe('values')
  expect(limitOf('x'.repeat(1_000_000))).toBe('ok')
  expect(limitOf('x'.repeat(1_000_001))).toBe('characters')
})

test('keys and printed leaves count as characters, indices do not', () => {
  expect(limitOf({ abc: 12345 }, { characters: 8 })).toBe('ok')
  expect(limitOf({ abc: 123456 }, { characters: 8 })).toBe('characters')
  expect(limitOf([null, true, -0], { characters: 9 })).toBe('ok')
  expect(limitOf([null, true, -0], { characters: 8 })).toBe('characters')
  expect(limitOf({ a: undefined }, { characters: 10 })).toBe('ok')
  expect(limitOf({ a: undefined }, { characters: 9 })).toBe('characters')
})

test('the copy is equal and shares nothing', () => {
  const input = { list: [{ a: 1 }, 'x', null], zero: -0, gone: undefined }
  const checked = checkInputBudget(Object.freeze(input))
  expect(checked).toEqual({ ok: true, value: { list: [{ a: 1 }, 'x', null], zero: 0 } })
  const copy = (checked as { value: typeof input }).value
  expect(copy.list).not.toBe(input.list)
  expect(copy.list[0]).not.toBe(input.list[0])
  expect('gone' in copy).toBe(false)
  expect(Object.is(copy.zero, 0)).toBe(true)
})

test.each([
  ['a function', { a: () => 1 }],
  ['a BigInt', { a: 1n }],
  ['a symbol', { a: Symbol('x') }],
  ['not finite', { a: Number.NaN }],
  ['not finite', [Number.POSITIVE_INFINITY]],
  ['undefined inside an array', [undefined]],
  ['holes', Object.assign(Array(3), { 0: 1, 2: 2 })],
  ['extra properties', Object.assign([1], { name: 1 })],
  ['__proto__', JSON.parse('{"__proto__": 1}')],
  ['symbol key', { [Symbol('x')]: 1 }],
  ['non-enumerable', Object.defineProperty({}, 'a', { value: 1 })],
  ['(Date)', { a: new Date(0) }],
  ['(Map)', new Map()],
  ['(RegExp)', [/x/]],
  ['(Uint8Array)', new Uint8Array(2)],
  ['(Promise)', Promise.resolve()],
  ['(Error)', new Error('x')],
  ['(Number)', Object(1)],
  ['neither a plain object nor an array', Object.create({ inherited: 1 })],
  ['revoked proxy', revoked()],
  [
    'throwing',
    new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('x')
        },
      },
    ),
  ],
])('%s is not plain data', (word, value) => {
  const checked = checkInputBudget(value)
  expect(checked).toMatchObject({ ok: false, code: 'INPUT_NOT_PLAIN_DATA' })
  expect((checked as { message: string }).message).toContain(word)
})

function revoked() {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

test('what is hidden beside the items of an array is not copied', () => {
  const array = Object.defineProperty(['a'], 'raw', { value: () => 1 })
  const checked = checkInputBudget(array) as { value: unknown[] }
  expect(Object.getOwnPropertyNames(checked.value)).toEqual(['0', 'length'])
})

test('a proxy that lies about its length is refused', () => {
  for (const length of [Number.NaN, '1', -1, {}, 1e9]) {
    const proxy = new Proxy(['a', 'b'], {
      get: (target, key) => (key === 'length' ? length : Reflect.get(target, key)),
    })
    expect(checkInputBudget(proxy).ok).toBe(false)
  }
})

test('accessors are refused and never called, on objects and arrays', () => {
  const getter = vi.fn()
  const array = [1]
  Object.defineProperty(array, 0, { get: getter, enumerable: true })
  for (const value of [Object.defineProperty({}, 'a', { get: getter, enumerable: true }), array])
    expect(limitOf(value)).toBe('INPUT_NOT_PLAIN_DATA')
  expect(getter).not.toHaveBeenCalled()
})

test('plain objects and arrays of another realm pass, and so do null prototypes', () => {
  expect(limitOf(runInNewContext('({ a: [1, { b: 2 }] })'))).toBe('ok')
  const bare = Object.assign(Object.create(null), { a: 1 })
  const checked = checkInputBudget(bare) as { value: object }
  expect(Object.getPrototypeOf(checked.value)).toBe(null)
})

test('cycles are refused, shared siblings copied twice', () => {
  const cycle: Record<string, unknown> = {}
  cycle['list'] = [cycle]
  expect(limitOf(cycle)).toBe('cycle')
  const shared = { a: 1 }
  const checked = checkInputBudget([shared, shared]) as { value: unknown[] }
  expect(checked.value[0]).not.toBe(checked.value[1])
})

test('hostile shapes are refused quickly', () => {
  let chain: object = {}
  for (let level = 0; level < 1_000_000; level++) chain = { chain }
  expect(limitOf(chain)).toBe('depth')
  let doubling: unknown = 1
  for (let level = 0; level < 30; level++) doubling = [doubling, doubling]
  expect(limitOf(doubling)).toBe('values')
  const sparse: unknown[] = []
  sparse.length = 2 ** 32 - 1
  expect(limitOf(sparse)).toBe('values')
  const endless: object = new Proxy(
    {},
    {
      ownKeys: () => ['next'],
      getOwnPropertyDescriptor: () => ({
        value: endless,
        enumerable: true,
        configurable: true,
        writable: true,
      }),
    },
  )
  expect(['depth', 'cycle']).toContain(limitOf(endless))
})

test('the last container is looked at first', () => {
  expect(limitOf({ a: nested(100), b: { c: () => 1 } })).toBe('INPUT_NOT_PLAIN_DATA')
  expect(limitOf({ a: { c: () => 1 }, b: nested(100) })).toBe('depth')
})

test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])(
  'the limit %s throws at configuration',
  (depth) => {
    expect(() => checkInputBudget({}, { depth })).toThrow(/whole number/)
  },
)
