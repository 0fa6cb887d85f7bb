import * as z from 'zod'
import { definePrimitive } from '../define-primitive'
import type { Block } from '../runtime/blocks'
import { hrefSchema } from '../url'
import { labelSchema, type Rich, richSchema, toneSchema, toSpans } from './rich'

// A blank line in plain text is a paragraph break; the only mark literal text has.
function paragraphs(text: Rich, look: Omit<Block & { kind: 'para' }, 'kind' | 'spans'>): Block[] {
  const parts = typeof text === 'string' ? text.split(/\n[^\S\n]*\n\s*/) : [text]
  return parts.map((part) => ({ kind: 'para', spans: toSpans(part), ...look }))
}

export const heading = definePrimitive('heading', {
  purpose: 'Titles the content that follows it.',
  useWhen: ['Naming a part of a flat body.'],
  avoidWhen: ['The content belongs together as a unit: use section.'],
  example: { type: 'heading', text: 'What happened' },
  fields: { text: labelSchema, level: z.int().min(2).max(4).optional() },
  lower: ({ text, level }) => [{ kind: 'head', level: level ?? 2, text }],
})

export const text = definePrimitive('text', {
  purpose: 'A paragraph of prose, with bold, italic, code or links where needed.',
  useWhen: ['Explaining, summarising or concluding in sentences.'],
  avoidWhen: ['Several parallel points: use list.', 'A warning to notice first: use callout.'],
  example: { type: 'text', text: 'Checkout was slow for 40 minutes.' },
  fields: {
    text: richSchema,
    tone: toneSchema.optional(),
    size: z.enum(['normal', 'small']).optional(),
  },
  lower: (node) =>
    paragraphs(node.text, {
      tone: node.tone === 'neutral' ? undefined : node.tone,
      small: node.size === 'small' || undefined,
    }),
})

export const list = definePrimitive('list', {
  purpose: 'Bulleted, numbered or check-list points, one level of sub-points.',
  useWhen: ['Three or more parallel points.', 'Steps (ordered) or to-dos (done).'],
  avoidWhen: ['Each point has a time: use timeline.', 'Points share attributes: use table.'],
  example: { type: 'list', items: ['Roll back', { text: 'Tell customers', done: true }] },
  fields: {
    items: z
      .array(
        z.union([
          richSchema,
          z.strictObject({
            text: richSchema,
            done: z.boolean().optional(),
            items: z.array(richSchema).min(1).max(50).optional(),
          }),
        ]),
      )
      .min(1)
      .max(100),
    ordered: z.boolean().optional(),
  },
  lower: ({ items, ordered }) => [
    {
      kind: 'list',
      ordered: ordered ?? false,
      items: items.map((item) =>
        typeof item === 'string' || Array.isArray(item)
          ? { spans: toSpans(item) }
          : { spans: toSpans(item.text), done: item.done, sub: item.items?.map(toSpans) },
      ),
    },
  ],
})

export const quote = definePrimitive('quote', {
  purpose: 'The exact words of a person or document, with their source.',
  useWhen: ['The wording itself is evidence.'],
  avoidWhen: ['Your own emphasis: use callout.'],
  example: { type: 'quote', text: 'It just spins.', source: 'Ticket 4211' },
  fields: {
    text: richSchema,
    source: labelSchema.optional(),
    href: hrefSchema.optional(),
  },
  lower: ({ text, source, href }) => [
    { kind: 'box', role: 'quote', blocks: paragraphs(text, {}), source, href },
  ],
})

export const callout = definePrimitive('callout', {
  purpose: 'A short message that must not be missed.',
  useWhen: ['A caveat, a risk, a decision or a result that leads the view.'],
  avoidWhen: ['More than two in one view: use text or list.'],
  example: { type: 'callout', tone: 'warning', text: 'Data after 15:00 is partial.' },
  fields: { tone: toneSchema, title: labelSchema.optional(), text: richSchema },
  lower: ({ tone, title, text }) => [
    { kind: 'box', role: 'callout', tone, title, blocks: paragraphs(text, {}) },
  ],
})

export const code = definePrimitive('code', {
  purpose: 'Source code, a command, a log or any text whose spacing matters.',
  useWhen: ['Something to copy or to read character by character.'],
  avoidWhen: ['A single name inside a sentence: use a code span in text.'],
  example: { type: 'code', code: 'kubectl rollout undo deploy/checkout', language: 'sh' },
  fields: {
    code: z.string().min(1).max(50_000),
    language: z
      .string()
      .regex(/^[\w+#.-]{1,32}$/, { error: 'must be letters, digits, + # . or -, at most 32' })
      .optional(),
    caption: labelSchema.optional(),
  },
  lower: (node) => [
    { kind: 'pre', code: node.code, language: node.language, caption: node.caption },
  ],
})
