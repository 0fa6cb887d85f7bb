import { estimateTokens, fitCatalog, type RenderTool } from '@toolprism/tsrender'
import { verify } from '@toolprism/tsrender/verify'
import { describe, expect, test } from 'vitest'

const tools: RenderTool[] = Array.from({ length: 30 }, (_, index) => ({
  name: `tool_${index}`,
  description: `Does thing ${index}. Then it explains at some length what else it may do, and when not to use it.`,
  inputSchema: {
    type: 'object',
    properties: {
      [`subject_${index}`]: {
        type: 'string',
        description: `What the thing ${index} is done to, by its full name.`,
      },
      [`times_${index}`]: { type: 'integer', minimum: 1, maximum: 9 },
    },
    required: [`subject_${index}`],
  },
}))

const fit = (maxTokens: number, more: object = {}) => {
  const fitted = fitCatalog([{ name: 'ns', tools }], { maxTokens, ...more })
  expect(verify(fitted.text)).toEqual([])
  return fitted
}

const whole = fit(Infinity)

describe('within a budget', () => {
  test('everything is shown while it fits', () => {
    expect(whole.reduced).toEqual([])
    expect(fit(whole.tokens).text).toBe(whole.text)
  })

  test.each([0.9, 0.7, 0.5, 0.3, 0.2, 0.12])('%s of the whole is met, and mostly used', (share) => {
    const budget = Math.floor(whole.tokens * share)
    const fitted = fit(budget)
    expect(fitted.fits).toBe(true)
    expect(fitted.tokens).toBeLessThanOrEqual(budget)
    expect(fitted.tokens).toBe(estimateTokens(fitted.text))
    expect(fitted.tokens).toBeGreaterThan(budget * 0.85)
    expect(fitted.reduced.length).toBeGreaterThan(0)
  })

  test('the names are there whatever it costs, and it is told', () => {
    const fitted = fit(1)
    expect(fitted.fits).toBe(false)
    expect(fitted.text).toContain('// tool_29\n')
    expect(fitted.names[0]!.tools).toHaveLength(30)
  })

  test('the same input gives the same text', () => {
    const again = fitCatalog([{ name: 'ns', tools: [...tools].reverse() }], { maxTokens: 900 })
    expect(again.text).toBe(fit(900).text)
  })

  test('pinned tools stay whole, ranked ones lose last', () => {
    const fitted = fit(700, {
      pin: ['tool_7'],
      rank: (tool: RenderTool) => (tool.name === 'tool_9' ? 1 : 0),
    })
    expect(fitted.reduced.map(({ tool }) => tool)).not.toContain('tool_7')
    const levels = ['name', 'sentence', 'types', 'summary', 'full']
    const levelOf = (name: string) =>
      levels.indexOf(fitted.reduced.find(({ tool }) => tool === name)?.detail ?? 'full')
    for (const { tool } of fitted.reduced)
      expect(levelOf('tool_9')).toBeGreaterThanOrEqual(levelOf(tool))
  })

  test('the tokens are counted as the caller counts', () => {
    const count = (text: string) => text.length
    const fitted = fit(2000, { count })
    expect(fitted.tokens).toBe(fitted.text.length)
    expect(fitted.tokens).toBeLessThanOrEqual(2000)
  })

  test('a budget that is no number is refused', () => {
    expect(() => fit(Number.NaN)).toThrow(/^Option maxTokens/)
  })
})
