import * as z from 'zod'
import type { Span } from '../runtime/blocks'
import { hrefSchema } from '../url'

export const toneSchema = z.enum(['neutral', 'info', 'success', 'warning', 'danger'])

export const spanSchema = z.strictObject({
  text: z.string().max(10_000),
  bold: z.boolean().optional(),
  italic: z.boolean().optional(),
  code: z.boolean().optional(),
  href: hrefSchema.optional(),
})

/** Inline text: a plain string, or spans with a look. Never parsed as Markdown. */
export const richSchema = z
  .union([z.string().max(10_000), z.array(spanSchema).min(1).max(200)])
  .describe('Literal text (no Markdown), or spans.')

export type Rich = z.output<typeof richSchema>

/** A string is one span. */
export function toSpans(rich: Rich): Span[] {
  return typeof rich === 'string' ? [{ text: rich }] : rich
}

/** A short one-line text. */
export const labelSchema = z.string().min(1).max(200)
