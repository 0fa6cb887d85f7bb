/** What a schema must admit and refuse as a type. Facts of JSON Schema, one idea a case. */
export interface TypeCase {
  about: string
  schema: unknown
  admits?: unknown[]
  refuses?: unknown[]
  /** In the prompt profile the same must hold of an input; otherwise that profile reads the schema more narrowly or in a comment. */
  prompt?: false
}

const string = { type: 'string' }
const number = { type: 'number' }
const object = (properties: Record<string, unknown>, ...required: string[]) => ({
  type: 'object',
  properties,
  required,
})
const closed = (properties: Record<string, unknown>, ...required: string[]) => ({
  ...object(properties, ...required),
  additionalProperties: false,
})
const ref = (name: string) => ({ $ref: `#/$defs/${name}` })
const draft7 = { $schema: 'http://json-schema.org/draft-07/schema#' }

export const battery: Record<string, TypeCase[]> = {
  'arrays of unions': [
    {
      about: 'an enum',
      schema: { type: 'array', items: { enum: ['x', 'y'] } },
      admits: [['x', 'y'], []],
      refuses: ['x', ['z']],
    },
    {
      about: 'a nullable item',
      schema: { type: 'array', items: { type: ['string', 'null'] } },
      admits: [['x', null]],
      refuses: [null, 'x'],
    },
    {
      about: 'alternatives',
      schema: { type: 'array', items: { anyOf: [string, number] } },
      admits: [['x', 1]],
      refuses: ['x', [true]],
    },
    {
      about: 'an intersection',
      schema: {
        type: 'array',
        items: { allOf: [object({ p: string }, 'p'), object({ q: string }, 'q')] },
      },
      admits: [[{ p: '1', q: '2' }]],
      refuses: [[{ p: '1' }], { p: '1', q: '2' }],
    },
  ],
  'type arrays': [
    {
      about: 'an object or null keeps its properties',
      schema: { ...object({ p: string }, 'p'), type: ['object', 'null'] },
      admits: [null, { p: '' }],
      refuses: [{}, { p: 1 }],
    },
    {
      about: 'an array or null keeps its items',
      schema: { type: ['array', 'null'], items: string },
      admits: [null, ['x']],
      refuses: [[1]],
    },
    {
      about: 'three kinds',
      schema: { type: ['string', 'integer', 'boolean'] },
      admits: ['x', 1, true],
      refuses: [null, {}, []],
    },
    { about: 'an empty list constrains nothing', schema: { type: [] }, admits: [1, null] },
    {
      about: 'null in place of a type name',
      schema: { type: null },
      admits: [null],
      refuses: ['x'],
    },
    {
      about: 'an unknown name beside others',
      schema: object({ f: { type: 'file' }, s: string }, 's'),
      admits: [{ s: 'x', f: 1 }],
      refuses: [{ s: 1 }],
    },
  ],
  siblings: [
    {
      about: 'properties beside alternatives that require',
      schema: {
        ...object({ p: string, q: string }),
        anyOf: [{ required: ['p'] }, { required: ['q'] }],
      },
      admits: [{ p: '' }, { q: '' }, { p: '', q: '' }],
      refuses: [{}, { p: 1 }],
    },
    {
      about: 'properties beside allOf',
      schema: { ...object({ p: string }, 'p'), allOf: [object({ q: string }, 'q')] },
      admits: [{ p: '', q: '' }],
      refuses: [{ q: '' }, { p: '' }],
    },
    {
      about: 'a reference narrowed by enum',
      schema: { ...ref('S'), enum: ['x'], $defs: { S: string } },
      admits: ['x'],
      refuses: ['y'],
    },
    {
      about: 'a reference that hides its siblings up to draft 7',
      schema: { ...draft7, ...ref('S'), enum: ['x'], $defs: { S: string } },
      admits: ['x', 'y'],
      refuses: [1],
    },
    {
      about: 'one property typed twice',
      schema: {
        allOf: [
          object({ p: { type: ['string', 'number'] } }, 'p'),
          object({ p: { type: ['number', 'boolean'] } }),
        ],
      },
      admits: [{ p: 1 }],
      refuses: [{ p: 'x' }, { p: true }],
    },
    {
      about: 'a closed object beside an open one',
      schema: { allOf: [closed({ p: string }), object({ q: string })] },
      admits: [{ p: '' }, {}],
      refuses: [{ p: 1 }, { q: '' }],
    },
    {
      about: 'alternatives, one of them free',
      schema: { anyOf: [string, {}] },
      admits: ['x', 1, null],
    },
    {
      about: 'type, enum and alternatives at once',
      schema: { type: 'string', enum: ['x', 'y'], anyOf: [{ const: 'x' }, { const: 'z' }] },
      admits: ['x'],
      refuses: ['y', 'z'],
    },
  ],
  references: [
    {
      about: 'the root itself',
      schema: object({ v: number, next: { type: 'array', items: { $ref: '#' } } }, 'v'),
      admits: [{ v: 1, next: [{ v: 2 }] }],
      refuses: [{ v: 1, next: [{ v: 'x' }] }],
    },
    {
      about: 'JSON itself, three ways round',
      schema: {
        ...ref('J'),
        $defs: {
          J: {
            anyOf: [
              string,
              { type: 'array', items: ref('J') },
              { type: 'object', additionalProperties: ref('J') },
            ],
          },
        },
      },
      admits: ['x', ['x', ['y']], { k: { l: ['x'] } }],
      refuses: [1, [1], { k: 1 }],
    },
    {
      about: 'a chain through two definitions',
      schema: {
        ...ref('P'),
        $defs: { P: object({ q: ref('Q') }), Q: object({ p: ref('P'), n: number }, 'n') },
      },
      admits: [{}, { q: { n: 1, p: {} } }],
      refuses: [{ q: {} }, { q: { n: 1, p: { q: 1 } } }],
    },
    {
      about: 'an alternative that is itself',
      schema: { ...ref('A'), $defs: { A: { anyOf: [ref('A'), string] } } },
      admits: ['x'],
      refuses: [1],
    },
    {
      about: 'two that are each other',
      schema: { ...object({ p: ref('A') }), $defs: { A: ref('B'), B: ref('A') } },
      admits: [{ p: 1 }, {}],
    },
    {
      about: 'slash and tilde',
      schema: { ...object({ p: { $ref: '#/$defs/m~1n~0o' } }, 'p'), $defs: { 'm/n~o': string } },
      admits: [{ p: '' }],
      refuses: [{ p: 1 }],
    },
    {
      about: 'percent signs',
      schema: {
        ...object({ p: { $ref: '#/$defs/Two%20Words' } }, 'p'),
        $defs: { 'Two Words': string },
      },
      admits: [{ p: '' }],
      refuses: [{ p: 1 }],
    },
    {
      about: 'a malformed percent sign',
      schema: { ...object({ p: { $ref: '#/$defs/100%' } }, 'p'), $defs: { '100%': string } },
      admits: [{ p: '' }],
      refuses: [{ p: 1 }],
    },
    {
      about: 'into properties',
      schema: object({ p: string, q: { $ref: '#/properties/p' } }, 'q'),
      admits: [{ q: '' }],
      refuses: [{ q: 1 }],
    },
    {
      about: 'into definitions of a property',
      schema: object(
        { p: { ...object({ q: { $ref: '#/properties/p/$defs/D' } }, 'q'), $defs: { D: string } } },
        'p',
      ),
      admits: [{ p: { q: '' } }],
      refuses: [{ p: { q: 1 } }],
    },
    {
      about: 'a key with dots and brackets',
      schema: {
        ...object({ p: { $ref: '#/$defs/a.B<C[]>' } }, 'p'),
        $defs: { 'a.B<C[]>': string },
      },
      admits: [{ p: '' }],
      refuses: [{ p: 1 }],
    },
    {
      about: 'a key that is a word of TypeScript',
      schema: { ...object({ p: ref('string') }, 'p'), $defs: { string: number } },
      admits: [{ p: 1 }],
      refuses: [{ p: '' }],
    },
    {
      about: 'keys that clean to one name',
      schema: {
        ...object({ p: ref('a-b'), q: ref('a_b') }, 'p', 'q'),
        $defs: { 'a-b': object({ k: string }, 'k'), a_b: object({ k: number }, 'k') },
      },
      admits: [{ p: { k: '' }, q: { k: 1 } }],
      refuses: [{ p: { k: 1 }, q: { k: 1 } }],
    },
    {
      about: 'the same key under both names of the definitions',
      schema: {
        ...object({ p: { $ref: '#/definitions/X' }, q: ref('X') }, 'p', 'q'),
        definitions: { X: string },
        $defs: { X: number },
      },
      admits: [{ p: '', q: 1 }],
      refuses: [
        { p: 1, q: 1 },
        { p: '', q: '' },
      ],
    },
    {
      about: 'by anchor',
      schema: {
        ...object({ p: { $ref: '#here' } }, 'p'),
        $defs: { D: { ...string, $anchor: 'here' } },
      },
      admits: [{ p: '' }],
      refuses: [{ p: 1 }],
    },
    {
      about: 'by id',
      schema: {
        $id: 'https://a.test/root',
        ...object({ p: { $ref: 'leaf' } }, 'p'),
        $defs: { D: { ...string, $id: 'leaf' } },
      },
      admits: [{ p: '' }],
      refuses: [{ p: 1 }],
    },
    {
      about: 'to another server, which nobody asks',
      schema: object({ p: { $ref: 'https://a.test/b.json' }, q: string }, 'q'),
      admits: [{ q: '', p: 1 }],
      refuses: [{ q: 1 }],
    },
    {
      about: 'to what every object inherits',
      schema: object({ p: ref('constructor'), q: string }, 'q'),
      admits: [{ q: '', p: 1 }],
      refuses: [{ q: 1 }],
    },
  ],
  values: [
    {
      about: 'an enum of all kinds',
      schema: { enum: ['x', 1, true, null] },
      admits: ['x', 1, true, null],
      refuses: ['y', 2, false],
    },
    {
      about: 'an enum of objects and arrays',
      schema: { enum: [{ p: 1 }, [1, 2]] },
      admits: [{ p: 1 }, [1, 2]],
      refuses: [{ p: 2 }, [1]],
    },
    {
      about: 'an enum with a key to quote',
      schema: { enum: [{ 'p-q': 'r"s' }] },
      admits: [{ 'p-q': 'r"s' }],
      refuses: [{ 'p-q': 't' }],
    },
    {
      about: 'an enum that its type cuts down',
      schema: { type: 'string', enum: ['x', null, 1] },
      admits: ['x'],
      refuses: [null, 1],
    },
    {
      about: 'a nullable type whose enum lacks null',
      schema: { type: ['string', 'null'], enum: ['x'] },
      admits: ['x'],
      refuses: [null],
    },
    {
      about: 'an empty enum in a property',
      schema: object({ p: { enum: [] }, q: string }, 'q'),
      admits: [{ q: '' }],
      refuses: [{ q: 1 }, { q: '', p: 1 }],
    },
    {
      about: 'negative and zero',
      schema: { type: 'integer', enum: [-1, 0] },
      admits: [-1, 0],
      refuses: [1],
    },
    { about: 'null as a constant', schema: { const: null }, admits: [null], refuses: ['x', {}] },
    { about: 'false as a constant', schema: { const: false }, admits: [false], refuses: [true] },
    {
      about: 'zero and the empty string as constants',
      schema: { anyOf: [{ const: 0 }, { const: '' }] },
      admits: [0, ''],
      refuses: [1, 'x'],
    },
    {
      about: 'a number no double holds',
      schema: { const: JSON.parse('1e400') },
      admits: [1],
      refuses: ['x'],
    },
    {
      about: 'a description changes nothing',
      schema: { description: 'anything' },
      admits: [1, null, {}],
    },
    {
      about: 'OpenAPI nullable',
      schema: object({ p: { ...string, nullable: true } }, 'p'),
      admits: [{ p: null }, { p: '' }],
      refuses: [{ p: 1 }],
    },
    {
      about: 'OpenAPI nullable beside enum',
      schema: object({ p: { ...string, enum: ['x'], nullable: true } }, 'p'),
      admits: [{ p: null }, { p: 'x' }],
      refuses: [{ p: 'y' }],
    },
    {
      about: 'OpenAPI nullable beside a reference',
      schema: { ...object({ p: { ...ref('S'), nullable: true } }, 'p'), $defs: { S: string } },
      admits: [{ p: null }, { p: '' }],
      refuses: [{ p: 1 }],
    },
    {
      about: 'null among alternatives, first',
      schema: { anyOf: [{ type: 'null' }, string] },
      admits: [null, ''],
      refuses: [1],
    },
    {
      about: 'constants of oneOf',
      schema: { oneOf: [{ const: 'x', description: 'one' }, { const: 'y' }] },
      admits: ['x', 'y'],
      refuses: ['z'],
    },
  ],
  objects: [
    {
      about: 'open, with nothing said',
      schema: { type: 'object' },
      admits: [{}, { p: 1 }],
      refuses: ['x', null, [1]],
    },
    { about: 'closed and empty', schema: closed({}), admits: [{}], refuses: ['x', 1, { p: 1 }] },
    {
      about: 'others of the same type',
      schema: { ...object({ p: string }), additionalProperties: string },
      admits: [{ p: '', q: '' }, {}],
      refuses: [{ q: 1 }],
    },
    {
      about: 'others of another type',
      schema: { ...object({ p: string }, 'p'), additionalProperties: number },
      admits: [{ p: '', q: 1 }],
      refuses: [{ p: 1 }, { p: '', q: true }],
    },
    {
      about: 'reserved words as names',
      schema: object({ class: string, function: string, default: string }, 'class', 'function'),
      admits: [{ class: '', function: '' }],
      refuses: [{ class: 1, function: '' }],
    },
    {
      about: 'names to quote',
      schema: object(
        {
          'a-b': string,
          '1x': string,
          'x y': string,
          '': string,
          '"': string,
          '\n': string,
          日本: string,
          '😀': string,
        },
        'a-b',
        '日本',
      ),
      admits: [{ 'a-b': '', 日本: '' }],
      refuses: [{ 'a-b': '' }, { 'a-b': 1, 日本: '' }],
    },
    {
      about: 'the name __proto__',
      schema: JSON.parse(
        '{"type":"object","properties":{"__proto__":{"type":"string"},"p":{"type":"string"}},"required":["p","__proto__"]}',
      ),
      admits: [JSON.parse('{"p":"","__proto__":""}')],
      refuses: [{ p: '' }],
    },
    {
      about: 'the name constructor, optional',
      schema: object({ constructor: number, p: string }),
      admits: [{ p: '' }, {}],
      refuses: [{ p: 1 }],
    },
    {
      about: 'true and false as properties',
      schema: object({ p: true, q: false, r: string }, 'r'),
      admits: [{ p: 1, r: '' }],
      refuses: [{ q: 1, r: '' }, { r: 1 }],
    },
    {
      about: 'null as a property',
      schema: object({ p: null, q: string }, 'q'),
      admits: [{ q: '' }],
      refuses: [{ q: 1 }],
    },
    {
      about: 'an empty schema as a property',
      schema: object({ p: {} }, 'p'),
      admits: [{ p: 1 }, { p: null }],
      refuses: [{}],
    },
    {
      about: 'a required name without a property',
      schema: object({ p: string }, 'q'),
      admits: [{ q: 1 }],
      refuses: [{}, { p: '' }],
    },
    {
      about: 'a required name that is typed by the others',
      schema: { type: 'object', required: ['q'], additionalProperties: number },
      admits: [{ q: 1 }],
      refuses: [{}, { q: '' }],
    },
    {
      about: 'listed names',
      schema: { type: 'object', propertyNames: { enum: ['p', 'q'] }, additionalProperties: number },
      admits: [{ p: 1 }, {}],
      refuses: [{ p: '' }],
    },
    {
      about: 'names by a prefix, others closed',
      schema: { type: 'object', patternProperties: { '^x-': number }, additionalProperties: false },
      admits: [{ 'x-a': 1 }, {}],
      refuses: [{ 'x-a': '' }],
    },
    {
      about: 'names by an unreadable pattern',
      schema: { type: 'object', patternProperties: { '^(a|b)+$': number } },
      admits: [{ a: 1, other: '' }, {}],
      refuses: ['x'],
      prompt: false,
    },
    {
      about: 'a property that a pattern narrows',
      schema: { ...object({ 'x-a': {} }, 'x-a'), patternProperties: { '^x-': number } },
      admits: [{ 'x-a': 1 }],
      refuses: [{ 'x-a': '' }],
    },
    {
      about: 'nothing unevaluated',
      schema: { ...object({ p: string }), unevaluatedProperties: false },
      admits: [{ p: '' }, {}],
      refuses: [{ p: 1 }],
    },
    {
      about: 'one name that needs another',
      schema: { ...object({ p: string, q: string }), dependentRequired: { p: ['q'] } },
      admits: [{}, { p: '', q: '' }, { q: '' }],
      refuses: [{ p: 1 }],
    },
    {
      about: 'tagged alternatives',
      schema: {
        oneOf: [
          closed({ t: { const: 'p' }, x: string }, 't', 'x'),
          closed({ t: { const: 'q' }, y: number }, 't', 'y'),
        ],
      },
      admits: [
        { t: 'p', x: '' },
        { t: 'q', y: 1 },
      ],
      refuses: [{ t: 'p', y: 1 }, { t: 'r' }],
    },
    {
      about: 'properties without a type',
      schema: { properties: { p: string }, required: ['p'] },
      admits: [{ p: '' }],
      refuses: [{ p: 1 }, {}],
    },
  ],
  arrays: [
    { about: 'of anything', schema: { type: 'array' }, admits: [[], [1, 'x']], refuses: ['x', {}] },
    {
      about: 'items: true',
      schema: { type: 'array', items: true },
      admits: [[1, 'x']],
      refuses: ['x'],
    },
    {
      about: 'items: false',
      schema: { type: 'array', items: false },
      admits: [[]],
      refuses: [[1]],
    },
    { about: 'items without a type', schema: { items: string }, admits: [['x']], refuses: [[1]] },
    {
      about: 'a pair',
      schema: { type: 'array', prefixItems: [string, number], items: false, minItems: 2 },
      admits: [['x', 1]],
      refuses: [['x'], ['x', 'y'], ['x', 1, 2]],
    },
    {
      about: 'an open pair',
      schema: { type: 'array', prefixItems: [string, number] },
      admits: [[], ['x'], ['x', 1], ['x', 1, true]],
      refuses: [[1]],
      prompt: false,
    },
    {
      about: 'a head and a tail',
      schema: { type: 'array', prefixItems: [string], items: number, minItems: 1 },
      admits: [['x'], ['x', 1, 2]],
      refuses: [['x', 'y'], []],
    },
    {
      about: 'a pair in the words of draft 7',
      schema: {
        ...draft7,
        type: 'array',
        items: [string, number],
        additionalItems: false,
        minItems: 2,
      },
      admits: [['x', 1]],
      refuses: [
        ['x', 'y'],
        ['x', 1, 2],
      ],
    },
    {
      about: 'at least one',
      schema: { type: 'array', items: string, minItems: 1 },
      admits: [['x'], ['x', 'y']],
      refuses: [[]],
      prompt: false,
    },
    {
      about: 'at most two',
      schema: { type: 'array', items: string, maxItems: 2 },
      admits: [[], ['x', 'y']],
      refuses: [['x', 'y', 'z']],
      prompt: false,
    },
    {
      about: 'none at all',
      schema: { type: 'array', items: string, maxItems: 0 },
      admits: [[]],
      refuses: [['x']],
    },
    {
      about: 'hundreds',
      schema: { type: 'array', items: string, minItems: 500, maxItems: 1000 },
      refuses: ['x', [1]],
    },
    {
      about: 'a fractional length, as nobody means it',
      schema: { type: 'array', items: string, minItems: 1.5 },
      admits: [['x', 'y']],
      refuses: [[1]],
    },
  ],
  exclusions: [
    { about: 'false at the root', schema: false, refuses: [1, 'x', {}, null] },
    { about: 'true at the root', schema: true, admits: [1, 'x', {}, null] },
    {
      about: 'not a type',
      schema: { type: ['string', 'number', 'null'], not: { type: 'null' } },
      admits: ['x', 1],
      refuses: [null],
    },
    {
      about: 'not a value of an enum',
      schema: { enum: ['x', 'y'], not: { const: 'y' } },
      admits: ['x'],
      refuses: ['y'],
    },
    {
      about: 'not with a name',
      schema: { ...object({ p: string }), not: { required: ['q'] } },
      admits: [{ p: '' }],
      refuses: [{ p: '', q: 1 }],
    },
    {
      about: 'not anything',
      schema: object({ p: { not: {} }, q: string }),
      admits: [{ q: '' }],
      refuses: [{ p: 1 }],
    },
    {
      about: 'not within bounds, which no type says',
      schema: { type: 'number', not: { minimum: 3 } },
      admits: [1, 5],
      refuses: ['x'],
    },
    {
      about: 'if with both branches',
      schema: {
        ...object({ k: { enum: ['p', 'q'] } }, 'k'),
        if: object({ k: { const: 'p' } }),
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
        then: { required: ['x'] },
        else: { required: ['y'] },
      },
      admits: [
        { k: 'p', x: 1 },
        { k: 'q', y: 1 },
      ],
      refuses: [{ k: 'p' }, { k: 'q' }],
    },
    {
      about: 'exactly one of two names',
      schema: {
        ...object({ p: string, q: string }),
        oneOf: [{ required: ['p'] }, { required: ['q'] }],
      },
      admits: [{ p: '' }, { q: '' }],
      refuses: [{}, { p: '', q: '' }],
      prompt: false,
    },
  ],
  'older drafts': [
    {
      about: 'exclusiveMinimum: true',
      schema: object({ p: { ...number, minimum: 0, exclusiveMinimum: true } }, 'p'),
      admits: [{ p: 1 }],
      refuses: [{ p: 'x' }],
    },
    {
      about: 'required: true on a property',
      schema: object({ p: { ...string, required: true } }),
      admits: [{ p: '' }, {}],
      refuses: [{ p: 1 }],
    },
    {
      about: 'id without the dollar',
      schema: {
        $schema: 'http://json-schema.org/draft-04/schema#',
        id: 'http://a.test/',
        ...object({ p: { $ref: '#/definitions/D' } }, 'p'),
        definitions: { D: string },
      },
      admits: [{ p: '' }],
      refuses: [{ p: 1 }],
    },
  ],
}
