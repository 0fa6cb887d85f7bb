import { afterEach, expect, vi } from 'vitest'

// A test that logs fails: output nobody reads hides the output somebody should.
const methods = ['debug', 'error', 'info', 'log', 'warn'] as const
let spies = methods.map((method) => vi.spyOn(console, method))

afterEach(() => {
  const calls = spies.flatMap((spy) => spy.mock.calls)
  spies.forEach((spy) => {
    spy.mockRestore()
  })
  spies = methods.map((method) => vi.spyOn(console, method))
  expect(calls, 'a test wrote to the console').toEqual([])
})
