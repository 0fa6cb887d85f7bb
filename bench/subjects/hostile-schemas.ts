const string = { type: 'string' }
const range = (length: number) => Array.from({ length }, (_, index) => index)

const nested = (depth: number, wrap: (inner: unknown) => unknown) =>
  range(depth).reduce<unknown>((inner) => wrap(inner), string)

const fan = Object.fromEntries(
  range(18).map((level) => {
    const next = { $ref: `#/$defs/L${level + 1}` }
    return [`L${level}`, { type: 'object', properties: { a: next, b: next } }]
  }),
)

const cycle = Object.fromEntries(
  range(60).map((one) => [
    `L${one}`,
    { anyOf: range(60).map((other) => ({ $ref: `#/$defs/L${other}` })) },
  ]),
)

/** Schemas that make renderers overflow their stack, or their reader. */
export const hostileSchemas: Record<string, unknown> = {
  'fan-out over 18 levels': { $ref: '#/$defs/L0', $defs: { ...fan, L18: string } },
  '10,000 levels of objects': nested(10_000, (inner) => ({
    type: 'object',
    properties: { a: inner },
  })),
  '10,000 levels of alternatives': nested(10_000, (inner) => ({
    anyOf: [inner, { type: 'null' }],
  })),
  '100,000 elements at least': { type: 'array', items: string, minItems: 100_000 },
  '5,000 values': { enum: range(5000).map((index) => `value ${index}`) },
  '60 definitions, each any of all': { $ref: '#/$defs/L0', $defs: cycle },
}
