import { renderCatalog } from '@toolprism/tsrender'
import { verify } from '@toolprism/tsrender/verify'
import { expect, test } from 'vitest'

const S = { type: 'string' }
const left = (second: unknown) => ({ type: 'array', prefixItems: [S, second], minItems: 1 })
const arr = (items: unknown) => ({ type: 'array', items })
const R = (n: string) => ({ $ref: `#/$defs/${n}` })
// A tuple's element that may be left out, and the definitions that only it refers to.
test.each([
  [{ A: arr(R('A')) }, left(arr(R('A')))],
  [{ A: arr(R('A')) }, left(R('A'))],
  [{ A: { type: 'object', properties: { p: left(arr(R('B'))) } }, B: arr(R('A')) }, R('A')],
  [{ A: { type: 'object', properties: { p: left(arr(R('B'))) } }, B: arr(R('A')) }, left(R('B'))],
  [
    { A: { type: 'object', properties: { p: left(R('B')), q: R('A') } }, B: left(R('A')) },
    left(R('B')),
  ],
  [
    { A: { type: 'object', properties: { p: left(R('B')), q: R('A') } }, B: left(R('A')) },
    left(arr(R('A'))),
  ],
  [{ A: left(R('A')) }, R('A')],
  [{ A: left(R('A')) }, left(R('A'))],
  [
    {
      A: { ...left(R('B')), description: 'a' },
      B: { ...left(R('C')), description: 'b' },
      C: { ...left(R('A')), description: 'c', minItems: 2 },
    },
    left(R('B')),
  ],
] as const)('%#: compiles, whatever only a dropped element refers to', ($defs, p) => {
  for (const share of ['none', 'refs', 'shapes', 'groups'] as const)
    for (const docs of ['line', 'none', 'jsdoc', 'trailing'] as const) {
      const { text } = renderCatalog(
        [
          {
            name: 't',
            inputSchema: { type: 'object', $defs, properties: { p } },
            outputSchema: { type: 'object', $defs, properties: { p } },
          },
        ],
        { share, docs },
      )
      expect(verify(text)).toEqual([])
    }
})
