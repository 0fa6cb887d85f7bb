import { nearest } from '@toolprism/core'
import * as z from 'zod'
import { definePrimitive } from '../define-primitive'
import type { Span } from '../runtime/blocks'
import { formatNumber, formatValue } from '../runtime/format-number'
import { printName, quoted } from '../text/print-name'
import { labelSchema, type Rich, richSchema, toneSchema, toSpans } from './rich'

const unitSchema = z.string().min(1).max(20)
const displaySchema = z.string().min(1).max(100)

export const stat = definePrimitive('stat', {
  purpose: 'One to six headline numbers.',
  useWhen: ['The answer is a number, or a view opens with its key figures.'],
  avoidWhen: ['Comparing sizes: use bars.', 'More than six values: use fields or table.'],
  example: {
    type: 'stat',
    items: [{ label: 'p95', value: 412, unit: 'ms', delta: '+38%', tone: 'danger' }],
  },
  fields: {
    items: z
      .array(
        z.strictObject({
          label: labelSchema,
          value: z.union([z.number(), z.string().min(1).max(100)]),
          unit: unitSchema.optional(),
          delta: displaySchema.optional(),
          tone: toneSchema.optional(),
        }),
      )
      .min(1)
      .max(6),
  },
  lower: ({ items }) => [
    {
      kind: 'pairs',
      big: true,
      items: items.map((item) => ({
        label: item.label,
        spans: [{ text: formatValue(item.value, item.unit) }],
        note: item.delta,
        tone: item.tone,
      })),
    },
  ],
})

export const fields = definePrimitive('fields', {
  purpose: 'Attributes of one thing, as label and value.',
  useWhen: ['Describing a single record: owner, status, region, dates.'],
  avoidWhen: ['Several records: use table.'],
  example: { type: 'fields', items: [{ label: 'Owner', value: 'Payments' }] },
  fields: {
    items: z
      .array(z.strictObject({ label: labelSchema, value: z.union([z.number(), richSchema]) }))
      .min(1)
      .max(50),
  },
  lower: ({ items }) => [
    {
      kind: 'pairs',
      items: items.map(({ label, value }) => ({
        label,
        spans: typeof value === 'number' ? [{ text: formatNumber(value) }] : toSpans(value),
      })),
    },
  ],
})

const cellSchema = z.union([z.number(), z.boolean(), z.null(), richSchema])

export const table = definePrimitive('table', {
  purpose: 'Records with the same attributes, in rows and columns.',
  useWhen: ['Comparing several things by several attributes.'],
  avoidWhen: ['One record: use fields.', 'One number per label: use bars.'],
  example: {
    type: 'table',
    columns: [
      { key: 'host', label: 'Host' },
      { key: 'cpu', label: 'CPU %', align: 'end' },
    ],
    rows: [{ host: 'web-1', cpu: 71 }],
  },
  fields: {
    columns: z
      .array(
        z.strictObject({
          key: z.string().min(1).max(100),
          label: z.string().max(200),
          align: z.enum(['start', 'center', 'end']).optional(),
        }),
      )
      .min(1)
      .max(20)
      .describe('Keys are unique.'),
    rows: z
      .array(z.record(z.string(), cellSchema))
      .max(500)
      .describe('Cells by column key; a missing one is empty.'),
    caption: labelSchema.optional(),
  },
  refine: (node, report) => {
    const keys = new Set<string>()
    node.columns.forEach((column, index) => {
      if (keys.has(column.key)) report(['columns', index, 'key'], 'repeats the key of a column')
      keys.add(column.key)
    })
    node.rows.forEach((row, index) => {
      const unknown = Object.keys(row).find((key) => !keys.has(key))
      if (unknown !== undefined) report(['rows', index], unknownColumn(unknown, [...keys]))
    })
  },
  lower: ({ columns, rows, caption }) => [
    {
      kind: 'grid',
      caption,
      columns: columns.map(({ key, label, align }) => ({
        label,
        align: align ?? (isNumeric(rows, key) ? 'end' : 'start'),
      })),
      rows: rows.map((row) =>
        columns.map(({ key }) => toCell(Object.hasOwn(row, key) ? row[key] : null)),
      ),
    },
  ],
})

function unknownColumn(key: string, keys: string[]): string {
  const closest = nearest(key, keys)
  const hint = closest === undefined ? '' : `; did you mean ${printName(closest)}?`
  return `has a cell for ${quoted(key)}, but the columns are ${keys.map(printName).join(', ')}${hint}`
}

type Cell = number | boolean | null | Rich | undefined

function toCell(value: Cell): Span[] {
  if (value === null || value === undefined) return []
  if (typeof value === 'number') return [{ text: formatNumber(value) }]
  if (typeof value === 'boolean') return [{ text: value ? 'Yes' : 'No' }]
  return toSpans(value)
}

// Numbers line up on their last digit unless the author says otherwise.
function isNumeric(rows: Record<string, Cell>[], key: string): boolean {
  const values = rows.map((row) => (Object.hasOwn(row, key) ? row[key] : null))
  return (
    values.some((value) => typeof value === 'number') &&
    values.every((value) => typeof value === 'number' || value === null)
  )
}

export const bars = definePrimitive('bars', {
  purpose: 'Compares one number across labels, as horizontal bars.',
  useWhen: ['Showing which is largest, or shares of a whole.'],
  avoidWhen: ['Change over time: use trend.', 'One value against a goal: use progress.'],
  example: {
    type: 'bars',
    unit: '%',
    items: [
      { label: 'EU', value: 62 },
      { label: 'US', value: 38 },
    ],
  },
  fields: {
    items: z
      .array(
        z.strictObject({
          label: labelSchema,
          value: z.number().min(0),
          display: displaySchema.optional(),
          tone: toneSchema.optional(),
        }),
      )
      .min(1)
      .max(30),
    unit: unitSchema.optional(),
    max: z
      .number()
      .positive()
      .optional()
      .describe('Full length of a bar; the largest value if absent.'),
  },
  lower: ({ items, unit, max }) => {
    const full = max ?? Math.max(...items.map((item) => item.value))
    return [
      {
        kind: 'meter',
        items: items.map((item) => ({
          label: item.label,
          share: full > 0 ? Math.min(1, item.value / full) : undefined,
          display: item.display ?? formatNumber(item.value, unit),
          tone: item.tone,
        })),
      },
    ]
  },
})

export const trend = definePrimitive('trend', {
  purpose: 'How one number moved over time, as a line with minimum, maximum and last value.',
  useWhen: ['The direction or a spike is the message.'],
  avoidWhen: ['Exact values matter: use table.'],
  example: { type: 'trend', label: 'Errors', points: [2, 3, 40, 6], from: '14:00', to: '15:00' },
  fields: {
    label: labelSchema,
    points: z.array(z.number()).min(2).max(400),
    from: labelSchema.optional(),
    to: labelSchema.optional(),
    unit: unitSchema.optional(),
  },
  lower: ({ label, points, from, to, unit }) => [
    {
      kind: 'line',
      label,
      points,
      min: formatNumber(Math.min(...points), unit),
      max: formatNumber(Math.max(...points), unit),
      last: formatNumber(points.at(-1)!, unit),
      from,
      to,
    },
  ],
})

export const progress = definePrimitive('progress', {
  purpose: 'One value on its way to a goal.',
  useWhen: ['Completion, quota or budget used.'],
  avoidWhen: ['Several values: use bars.'],
  example: { type: 'progress', label: 'Migration', value: 64 },
  fields: {
    label: labelSchema,
    value: z.number().min(0),
    max: z.number().positive().optional().describe('Default 100, a percentage.'),
    tone: toneSchema.optional(),
  },
  lower: ({ label, value, max, tone }) => [
    {
      kind: 'meter',
      joins: true,
      items: [
        {
          label,
          share: Math.min(1, value / (max ?? 100)),
          display:
            max === undefined
              ? formatNumber(value, '%')
              : `${formatNumber(value)} / ${formatNumber(max)}`,
          tone,
        },
      ],
    },
  ],
})

export const timeline = definePrimitive('timeline', {
  purpose: 'Events in order, each with its time.',
  useWhen: ['Telling what happened when.'],
  avoidWhen: ['Points without times: use list.'],
  example: { type: 'timeline', items: [{ at: '14:02', title: 'Alert fired', tone: 'danger' }] },
  fields: {
    items: z
      .array(
        z.strictObject({
          at: z.string().min(1).max(60),
          title: labelSchema,
          text: richSchema.optional(),
          tone: toneSchema.optional(),
        }),
      )
      .min(1)
      .max(100),
  },
  lower: ({ items }) => [
    {
      kind: 'list',
      ordered: false,
      timeline: true,
      items: items.map((item) => ({
        lead: item.at,
        spans: [{ text: item.title }],
        note: item.text === undefined ? undefined : toSpans(item.text),
        tone: item.tone,
      })),
    },
  ],
})
