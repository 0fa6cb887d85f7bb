import { breakCycles } from './definitions'
import type { DiagnosticCode } from './diagnostic'
import { type Effort, intersect } from './intersect'
import { WORDS, wordsOf } from './keywords'
import { literalsOf } from './literal-type'
import { lowerCombinators } from './lower-combinators'
import { lowerKinds, lowerPlain } from './lower-kinds'
import { notesOf } from './notes'
import {
  type Dialect,
  isObject,
  type JsonObject,
  NO_BASE,
  openDocument,
  own,
  type SchemaDocument,
} from './schema-document'
import {
  type Definition,
  isNever,
  membersOf,
  NEVER,
  NULL,
  type Type,
  UNKNOWN,
  withNotes,
} from './type'
import { union } from './union'

export interface LowerOptions {
  /** `exact`: every valid value is assignable. `prompt`: shorter; inputs may narrow, outputs may widen. */
  profile: 'exact' | 'prompt'
  direction: 'input' | 'output'
  dialect?: Dialect | undefined
  formatAliases?: Readonly<Record<string, string>> | undefined
  /** Deeper schemas are `unknown`. */
  maxDepth: number
  /** Schemas past this many in one document are `unknown`. */
  maxSchemas: number
  /** The name of the type when the schema refers to itself. */
  name: string
  /** Where the schema is in its tool, for diagnostics. */
  pointer: string
  report(code: DiagnosticCode, pointer: string, message: string): void
}

/** Properties that may be merged for each schema read. */
const EFFORT_PER_SCHEMA = 4

/** Where a schema stands while it is lowered. */
export interface Place {
  parent: Place | undefined
  /** From the parent to here; the whole pointer is made when there is something to report. */
  path: string
  key: string | number | undefined
  base: string
  depth: number
}

export interface Lowering {
  readonly options: LowerOptions
  readonly document: SchemaDocument
  /** Reads guesses into schemas without `type`, and spells out less. */
  relaxed: boolean
  /** Set when a keyword was met that the type cannot carry; reset by who needs to know. */
  lossy: boolean
  readonly effort: Effort
  /** The type of a schema inside another: at `path`, and there at `key`. Its description is a note of the type. */
  lower(schema: unknown, parent: Place, path: string, key?: string | number): Type
  /** The same where the description is printed elsewhere. */
  lowerBare(schema: unknown, parent: Place, path: string, key?: string | number): Type
  report(code: DiagnosticCode, place: Place, message: string): void
}

/** Lowers a whole schema to a type; the definitions it refers to hang on its references. Throws what its accessors throw. */
export function lowerSchema(root: unknown, options: LowerOptions): Type {
  const document = openDocument(root, options.dialect)
  const definitions = new Map<unknown, Definition>()
  const waiting: Definition[] = []
  let schemas = 0

  const lowering: Lowering = {
    options,
    document,
    relaxed: isRelaxed(options),
    lossy: false,
    effort: { left: 200 },
    report: (code, place, message) => options.report(code, pointerOf(place), message),
    lower(schema, parent, path, key) {
      const type = lowering.lowerBare(schema, parent, path, key)
      return isObject(schema) ? withNotes(type, descriptionNote(schema, type)) : type
    },
    lowerBare(schema, parent, path, key) {
      if (schema === true || schema === undefined) return UNKNOWN
      if (schema === false) return NEVER
      const depth = parent.depth + 1
      const { maxDepth, maxSchemas } = options
      const read = isObject(schema) && depth <= maxDepth && ++schemas <= maxSchemas
      const words = read ? wordsOf(schema) : 0
      if (read) lowering.effort.left += EFFORT_PER_SCHEMA
      const plain = read && words === 0 && lowerPlain(schema, lowering)
      if (plain) return plain
      const place: Place = { parent, path, key, base: parent.base, depth }
      if (read) {
        if (words & WORDS.id) place.base = document.baseOf(schema, place.base)
        return lowerObjectSchema(schema, place, lowering, define, words)
      }
      lowering.lossy = true
      const [code, reason]: [DiagnosticCode, string] = !isObject(schema)
        ? ['unreadable-schema', 'A schema must be an object or a boolean;']
        : depth > maxDepth
          ? ['too-deep', `Nested deeper than ${maxDepth} levels;`]
          : ['too-large', `More than ${maxSchemas} schemas; the rest is`]
      lowering.report(code, place, `${reason} read as unknown.`)
      return UNKNOWN
    },
  }

  function define(reference: string, place: Place): Type | undefined {
    const found = document.find(reference, place.base)
    if (!found) return undefined
    if (!isObject(found.schema)) return lowering.lower(found.schema, place, '')
    let definition = definitions.get(found.schema)
    if (!definition) {
      definition = createDefinition(found as Found, lowering, options)
      definitions.set(found.schema, definition)
      waiting.push(definition)
    }
    return { kind: 'reference', target: definition }
  }

  const type = lowering.lowerBare(root, rootPlace(options, NO_BASE, -1), '')
  for (let next = waiting.pop(); next; next = waiting.pop()) next.resolve()
  if (definitions.size) breakCycles([...definitions.values()])
  const target = definitions.get(root)
  return target ? { kind: 'reference', target } : type
}

const rootPlace = ({ pointer }: LowerOptions, base: string, depth: number): Place => ({
  parent: undefined,
  path: pointer,
  key: undefined,
  base,
  depth,
})

function pointerOf({ parent, path, key }: Place): string {
  const start = parent ? pointerOf(parent) + path : path
  return key === undefined ? start : `${start}/${escapePointer(`${key}`)}`
}

const escapePointer = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')

const isRelaxed = ({ profile, direction }: LowerOptions) =>
  profile === 'prompt' && direction === 'input'

type Define = (reference: string, place: Place) => Type | undefined
type Found = { schema: JsonObject; base: string; name: string }

function createDefinition(found: Found, lowering: Lowering, options: LowerOptions): Definition {
  const title = own(found.schema, 'title')
  const description = own(found.schema, 'description')
  let active = false
  const definition: Definition = {
    name: found.name || (typeof title === 'string' && title) || options.name,
    description: typeof description === 'string' ? description : undefined,
    type: undefined,
    exact: false,
    resolve() {
      if (definition.type || active) return definition.type
      active = true
      const { lossy, relaxed } = lowering
      lowering.lossy = false
      lowering.relaxed = isRelaxed(options)
      definition.type = lowering.lowerBare(found.schema, rootPlace(options, found.base, 0), '')
      definition.exact = !lowering.lossy
      lowering.lossy = lossy
      lowering.relaxed = relaxed
      active = false
      return definition.type
    },
  }
  return definition
}

function lowerObjectSchema(
  schema: JsonObject,
  place: Place,
  lowering: Lowering,
  define: Define,
  words: number,
): Type {
  const reference =
    words & WORDS.reference ? lowerReference(schema, place, lowering, define) : undefined
  const alone = reference && lowering.document.dialect < 2019
  const type = alone ? reference : lowerSiblings(schema, reference, place, lowering, words)
  const noted = withNotes(type, notesOf(schema, lowering, words))
  return words & WORDS.nullable && schema['nullable'] === true ? union([noted, NULL]) : noted
}

function lowerSiblings(
  schema: JsonObject,
  reference: Type | undefined,
  place: Place,
  lowering: Lowering,
  words: number,
): Type {
  let type = lowerKinds(schema, place, lowering, words)
  if (words & WORDS.values) type = intersectValues(type, schema, place, lowering)
  if (reference) type = intersect(reference, type, lowering.effort)
  return words & WORDS.combinator ? lowerCombinators(type, schema, place, lowering) : type
}

/** A description below the level of properties, with the value it belongs to. */
function descriptionNote(schema: JsonObject, type: Type): string[] | undefined {
  const description = own(schema, 'description')
  if (typeof description !== 'string' || !description.trim()) return undefined
  const values = (type.kind === 'string' || type.kind === 'number') && type.values
  return [
    values && values.length === 1 ? `${JSON.stringify(values[0])}: ${description}` : description,
  ]
}

function lowerReference(
  schema: JsonObject,
  place: Place,
  lowering: Lowering,
  define: Define,
): Type | undefined {
  for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef']) {
    const reference = own(schema, keyword)
    if (typeof reference !== 'string') continue
    // What a dynamic reference means depends on who refers to the schema around it.
    const type = keyword === '$ref' ? define(reference, place) : undefined
    if (type) return type
    lowering.lossy = true
    lowering.report(
      'dangling-reference',
      place,
      `${keyword} ${JSON.stringify(reference)} was not found in the schema; read as unknown.`,
    )
    return UNKNOWN
  }
  return undefined
}

function intersectValues(type: Type, schema: JsonObject, place: Place, lowering: Lowering): Type {
  let result = type
  const onLoss = () => {
    lowering.lossy = true
  }
  if (Object.hasOwn(schema, 'const'))
    result = intersect(literalsOf([schema['const']], onLoss), result, lowering.effort)
  const values = own(schema, 'enum')
  if (Array.isArray(values)) {
    const narrowed = intersect(literalsOf(values, onLoss), result, lowering.effort)
    // `enum` beside `items` is a common slip: the values were meant for the elements.
    const slip =
      values.length > 0 && isNever(narrowed) && membersOf(type).some(({ kind }) => kind === 'array')
    if (slip)
      lowering.report('enum-mismatch', place, 'No value of enum is an array; enum is left out.')
    else result = narrowed
  } else if (values !== undefined) {
    lowering.lossy = true
    lowering.report('bad-keyword', place, 'enum must be an array; left out.')
  }
  return result
}
