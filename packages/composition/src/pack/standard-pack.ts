import type * as z from 'zod'
import type { PrimitiveGroup } from '../composition'
import type { PrimitiveDefinition } from '../define-primitive'
import { hrefSchema } from '../url'
import { bars, fields, progress, stat, table, timeline, trend } from './data-primitives'
import { columns, details, divider, section } from './layout-primitives'
import { image, links, tags } from './media-primitives'
import { richSchema, spanSchema, toneSchema } from './rich'
import { callout, code, heading, list, quote, text } from './text-primitives'

/** A vocabulary: primitives and the groups the catalog lists them in. */
export interface Pack {
  name?: string
  primitives: readonly PrimitiveDefinition[]
  groups?: readonly PrimitiveGroup[]
  /** Value schemas that several primitives use, by the name they get in the JSON Schema. */
  shared?: Readonly<Record<string, z.ZodType>>
}

const groups: Record<string, PrimitiveDefinition[]> = {
  Text: [heading, text, list, quote, callout, code],
  Data: [stat, fields, table, bars, trend, progress, timeline],
  Layout: [section, columns, details, divider],
  Media: [image, links, tags],
}

/** The 20 primitives for reports, reviews and answers. */
export const standardPack: Pack = {
  name: 'standard',
  primitives: Object.values(groups).flat(),
  groups: Object.entries(groups).map(([title, primitives]) => ({
    title,
    types: primitives.map((primitive) => primitive.type),
  })),
  shared: { rich: richSchema, span: spanSchema, tone: toneSchema, href: hrefSchema },
}
