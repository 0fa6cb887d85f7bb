import assert from 'node:assert/strict'
// #region primitive
import { definePrimitive } from '@toolprism/composition/author'
import { createRuntime, standardPack } from '@toolprism/composition/runtime'
import * as z from 'zod'

const rating = definePrimitive('rating', {
  purpose: 'A mark out of five, with the number of votes.',
  useWhen: ['Showing what customers think of one thing.'],
  avoidWhen: ['A percentage: use progress.'],
  example: { type: 'rating', label: 'Backpack', stars: 4.6, votes: 212 },
  fields: { label: z.string(), stars: z.number().min(0).max(5), votes: z.int().min(0) },
  lower: ({ label, stars, votes }) => [
    { kind: 'meter', items: [{ label, share: stars / 5, display: `${stars} (${votes} votes)` }] },
  ],
})

const runtime = createRuntime({ packs: [standardPack, { primitives: [rating] }] })
// #endregion

const node = { type: 'rating', label: 'Backpack', stars: 4.6, votes: 212 }
assert.equal(
  runtime.surfaces.text.renderNode(node),
  'Backpack  ██████████████████    4.6 (212 votes)',
)
