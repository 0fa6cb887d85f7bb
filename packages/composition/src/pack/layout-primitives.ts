import * as z from 'zod'
import type { CompositionNode } from '../composition'
import { type ChildNode, definePrimitive } from '../define-primitive'
import { labelSchema } from './rich'

const bodyOf = (bodyNode: z.ZodType<CompositionNode>) => z.array(bodyNode).min(1).max(500)

const childrenOf = (body: CompositionNode[]): ChildNode[] =>
  body.map((node, index) => ({ node, path: ['body', index] }))

export const section = definePrimitive('section', {
  purpose: 'A titled part of a view; holds other nodes.',
  useWhen: ['A view has two or more topics.'],
  avoidWhen: ['Only one topic: put the nodes in the body.'],
  example: { type: 'section', title: 'Impact', body: [{ type: 'text', text: 'EU only.' }] },
  fields: (bodyNode) => ({
    title: labelSchema,
    note: labelSchema.optional(),
    body: bodyOf(bodyNode),
  }),
  children: ({ body }) => childrenOf(body),
  lower: ({ title, note, body }, context) => {
    const blocks = context.lower(body)
    return blocks.length > 0 ? [{ kind: 'box', role: 'section', title, note, blocks }] : []
  },
})

export const columns = definePrimitive('columns', {
  purpose: 'Two to four columns side by side; one under the other where there is no room.',
  useWhen: ['Two things are read together or compared.'],
  avoidWhen: ['Wide content such as a table: let it have the full width.'],
  example: {
    type: 'columns',
    columns: [
      { body: [{ type: 'text', text: 'Before' }] },
      { weight: 2, body: [{ type: 'text', text: 'After' }] },
    ],
  },
  fields: (bodyNode) => ({
    columns: z
      .array(
        z.strictObject({
          weight: z.int().min(1).max(12).optional().describe('Relative width, default 1.'),
          body: bodyOf(bodyNode),
        }),
      )
      .min(2)
      .max(4),
  }),
  children: ({ columns }) =>
    columns.flatMap(({ body }, column) =>
      body.map((node, index) => ({ node, path: ['columns', column, 'body', index] })),
    ),
  lower: ({ columns }, context) => {
    const shown = columns
      .map(({ weight, body }) => ({ weight: weight ?? 1, blocks: context.lower(body) }))
      .filter((column) => column.blocks.length > 0)
    if (shown.length < 2) return shown.flatMap((column) => column.blocks)
    return [{ kind: 'cols', columns: shown }]
  },
})

export const details = definePrimitive('details', {
  purpose: 'Supporting material a reader may skip; folded where the surface can fold.',
  useWhen: ['Logs, raw data or method behind a conclusion.'],
  avoidWhen: ['Anything the reader must see.'],
  example: { type: 'details', summary: 'Method', body: [{ type: 'text', text: 'Sampled.' }] },
  fields: (bodyNode) => ({
    summary: labelSchema,
    open: z.boolean().optional(),
    body: bodyOf(bodyNode),
  }),
  children: ({ body }) => childrenOf(body),
  lower: ({ summary, open, body }, context) => {
    const blocks = context.lower(body)
    return blocks.length > 0 ? [{ kind: 'box', role: 'details', title: summary, open, blocks }] : []
  },
})

export const divider = definePrimitive('divider', {
  purpose: 'A thin line between parts.',
  useWhen: ['A change of topic without a title.'],
  avoidWhen: ['The next part has a title: use heading or section.'],
  example: { type: 'divider' },
  fields: {},
  lower: () => [{ kind: 'rule' }],
})
