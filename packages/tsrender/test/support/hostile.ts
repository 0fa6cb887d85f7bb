import fc from 'fast-check'

/** Pieces that end comments, strings, fences and lines, or that hide. */
const PIECES = [
  '*/',
  '/*',
  '//',
  '"',
  "'",
  '`',
  '```',
  '\\',
  '\n',
  '\r',
  '\u2028',
  '\u2029',
  '\0',
  '\x07',
  '\x1b',
  '\x7f',
  '\x85',
  '\u202e',
  '\u2066',
  '\ufeff',
  '\u{e0041}',
  '\ud800',
  '\udfff',
  '${',
  '}',
  '{',
  ';',
  '<',
  '>',
  '&',
  '|',
  '?',
  ':',
  'é',
  '検索',
  '😀',
  '؀',
  '-',
  '_',
  '.',
  '/',
  ' ',
  '0',
  '1',
  'a',
  'B',
  'then',
  '__proto__',
  'constructor',
  'delete',
  'string',
  'toString',
  '$1',
  '$&',
  '\x01',
  '\x02',
  '\x06',
  '\x041\x07',
  '~1',
  '%20',
  '@example',
  'Promise',
  'any',
]

export const hostileText = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .array(fc.constantFrom(...PIECES), { maxLength: 6 })
      .map((parts) => parts.join('')),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
)

const key = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'a',
      'b',
      'c',
      'x-y',
      'toString',
      '__proto__',
      'constructor',
      'then',
    ),
  },
  { weight: 1, arbitrary: hostileText },
)

const reference = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      '#',
      '#/$defs/A',
      '#/$defs/B',
      '#/$defs/C',
      '#/properties/a',
      '#anchor',
      '#/$defs/none',
      'http://x.test/y',
    ),
  },
  { weight: 1, arbitrary: hostileText },
)

const types = fc.constantFrom('string', 'number', 'integer', 'boolean', 'null', 'object', 'array')

/** Any JSON at all where a keyword is expected. */
const junk = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<unknown>

const record = (arbitrary: fc.Arbitrary<unknown>) =>
  fc.array(fc.tuple(key, arbitrary), { maxLength: 4 }).map((entries) => {
    const object: Record<string, unknown> = {}
    // As JSON.parse does it: `__proto__` becomes a property.
    for (const [name, value] of entries)
      Object.defineProperty(object, name, {
        value,
        enumerable: true,
        configurable: true,
        writable: true,
      })
    return object
  })

/** A schema of any shape: right, wrong, recursive, with text from the hostile alphabet. */
export const hostileSchema: fc.Arbitrary<unknown> = fc.letrec<{ schema: unknown; list: unknown[] }>(
  (tie) => {
    const schema = tie('schema')
    const list = tie('list')
    const keywords: Record<string, fc.Arbitrary<unknown>> = {
      type: fc.oneof(
        { weight: 5, arbitrary: types },
        { weight: 2, arbitrary: fc.array(types, { maxLength: 3 }) },
        { weight: 1, arbitrary: junk },
      ),
      properties: record(schema),
      required: fc.array(key, { maxLength: 3 }),
      additionalProperties: schema,
      patternProperties: record(schema).chain((object) =>
        fc
          .constantFrom('^x-', '^a', '.*', '^a$', 'a|b', '(')
          .map((pattern) => ({ [pattern]: Object.values(object)[0] ?? true })),
      ),
      propertyNames: schema,
      unevaluatedProperties: schema,
      minProperties: fc.nat(3),
      items: fc.oneof(schema, list),
      prefixItems: list,
      additionalItems: schema,
      minItems: fc.oneof(fc.nat(8), fc.constant(100_000), junk),
      maxItems: fc.nat(8),
      contains: schema,
      uniqueItems: fc.boolean(),
      unevaluatedItems: schema,
      enum: fc.array(fc.oneof(hostileText, junk), { maxLength: 4 }),
      const: fc.oneof(hostileText, junk),
      allOf: list,
      anyOf: list,
      oneOf: list,
      not: schema,
      if: schema,
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
      then: schema,
      else: schema,
      $ref: reference,
      $anchor: fc.constantFrom('anchor', 'other'),
      $id: fc.constantFrom('http://x.test/y', 'z', '#q'),
      $schema: fc.constantFrom(
        'http://json-schema.org/draft-07/schema#',
        'http://json-schema.org/draft-04/schema#',
        'https://json-schema.org/draft/2020-12/schema',
      ),
      $defs: record(schema).map((object) => {
        const values = Object.values(object)
        return {
          A: values[0] ?? true,
          B: values[1] ?? { $ref: '#/$defs/A' },
          C: values[2] ?? {},
          ...object,
        }
      }),
      description: hostileText,
      title: hostileText,
      default: fc.oneof(hostileText, junk),
      examples: fc.array(fc.oneof(hostileText, junk), { maxLength: 2 }),
      format: hostileText,
      pattern: hostileText,
      minimum: fc.oneof(fc.integer(), junk),
      maximum: fc.double(),
      nullable: fc.boolean(),
      deprecated: fc.boolean(),
      dependentRequired: record(fc.array(hostileText, { maxLength: 2 })),
    }
    const names = Object.keys(keywords)
    const object = fc
      .array(fc.constantFrom(...names), { maxLength: 5 })
      .chain((chosen) =>
        fc.record(Object.fromEntries(chosen.map((name) => [name, keywords[name]!]))),
      )
    return {
      list: fc.array(schema, { maxLength: 3 }),
      schema: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.oneof(
          fc.boolean(),
          fc.constant({}),
          fc.record({ type: types }),
          fc.record({ $ref: reference }),
        ),
        object,
        junk,
      ),
    }
  },
).schema
