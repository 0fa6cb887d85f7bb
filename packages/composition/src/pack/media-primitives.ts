import * as z from 'zod'
import { definePrimitive } from '../define-primitive'
import { hrefSchema, sourceSchema } from '../url'
import { labelSchema, toneSchema } from './rich'

const pixels = z.int().min(1).max(4_000)

export const image = definePrimitive('image', {
  purpose: 'A picture with a text alternative.',
  useWhen: ['A screenshot, photo or chart that exists at a URL.'],
  avoidWhen: ['Data you have as numbers: use bars, trend or table.'],
  example: { type: 'image', src: 'https://example.com/a.png', alt: 'Checkout error page' },
  fields: {
    src: sourceSchema,
    alt: z.string().min(1).max(1_000).describe('What the picture shows.'),
    caption: labelSchema.optional(),
    href: hrefSchema.optional(),
    width: pixels.optional(),
    height: pixels.optional(),
  },
  lower: ({ src, alt, caption, href, width, height }) => [
    { kind: 'image', src, alt, caption, href, width, height },
  ],
})

export const links = definePrimitive('links', {
  purpose: 'Where to go next: labelled links, each with an optional note.',
  useWhen: ['Sources, dashboards, tickets, follow-ups.'],
  avoidWhen: ['A link inside a sentence: use an href span in text.'],
  example: { type: 'links', items: [{ label: 'Runbook', href: 'https://example.com/rb' }] },
  fields: {
    items: z
      .array(
        z.strictObject({
          label: labelSchema,
          href: hrefSchema,
          note: labelSchema.optional(),
        }),
      )
      .min(1)
      .max(30),
  },
  lower: ({ items }) => [
    {
      kind: 'list',
      ordered: false,
      items: items.map(({ label, href, note }) => ({
        spans: [{ text: label, href }, ...(note === undefined ? [] : [{ text: ` – ${note}` }])],
      })),
    },
  ],
})

export const tags = definePrimitive('tags', {
  purpose: 'Short labels in a row.',
  useWhen: ['Categories, states or owners at a glance.'],
  avoidWhen: ['Sentences: use text or list.'],
  example: { type: 'tags', items: [{ label: 'sev-1', tone: 'danger' }, { label: 'EU' }] },
  fields: {
    items: z
      .array(
        z.strictObject({
          label: z.string().min(1).max(60),
          tone: toneSchema.optional(),
        }),
      )
      .min(1)
      .max(30),
  },
  lower: ({ items }) => [
    {
      kind: 'para',
      tags: true,
      spans: items.map(({ label, tone }) => ({
        text: label,
        tone: tone === 'neutral' ? undefined : tone,
      })),
    },
  ],
})
