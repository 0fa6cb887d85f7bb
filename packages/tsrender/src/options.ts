import type { Dialect } from './schema-document'
import { isName } from './tool-names'

export interface TypeOptions {
  /**
   * `exact`: every value the schema accepts is assignable. `prompt`: shorter; where it differs, inputs admit less
   * and outputs admit more, so a model sends nothing illegal and relies on nothing absent.
   * @default 'prompt'
   */
  profile?: 'exact' | 'prompt' | undefined
  /** Where documentation of properties stands. @default 'line' */
  docs?: 'line' | 'jsdoc' | 'trailing' | 'none' | undefined
  /** One level of indentation; none is the cheapest. @default '' */
  indent?: string | undefined
  /** Order of properties. @default 'source' */
  order?: 'source' | 'alpha' | 'required-first' | undefined
  /**
   * Which types get a name of their own: `refs`, what a `$ref` points to where that is shorter; `shapes`, any shape that
   * repeats; `groups`, also properties that repeat together. Recursive types always do.
   * @default 'shapes'
   */
  share?: 'none' | 'refs' | 'shapes' | 'groups' | undefined
  /** Type names for string formats; each is declared as a string. @default {} */
  formatAliases?: Readonly<Record<string, string>> | undefined
  /** Breaks up three backticks in a row, so the text can stand in a Markdown fence. @default true */
  fenceSafe?: boolean | undefined
  /** Stands before every type name, for texts that are joined. @default '' */
  typePrefix?: string | undefined
  /** How to read a schema without `$schema`. @default 2020 */
  dialect?: Dialect | undefined
  limits?: Limits | undefined
}

export interface Limits {
  /** Levels of nesting after which a schema is `unknown`. @default 64 */
  depth?: number | undefined
  /** Schemas of one tool after which the rest is `unknown`. @default 20_000 */
  schemas?: number | undefined
  /** Characters of a description after which it is cut. @default Infinity */
  description?: number | undefined
}

export type ResolvedTypeOptions = {
  [K in Exclude<keyof TypeOptions, 'limits'>]-?: Exclude<TypeOptions[K], undefined>
} & { limits: { depth: number; schemas: number; description: number } }

const CHOICES: Record<string, readonly unknown[]> = {
  profile: ['exact', 'prompt'],
  docs: ['line', 'jsdoc', 'trailing', 'none'],
  order: ['source', 'alpha', 'required-first'],
  share: ['none', 'refs', 'shapes', 'groups'],
  shape: ['namespace', 'functions', 'nested', 'harmony'],
  detail: ['full', 'summary', 'types', 'sentence', 'name'],
  dialect: [4, 6, 7, 2019, 2020],
  compat: ['airlock-0.3'],
  strategy: ['airlock', 'stable'],
}

/** Throws a RangeError for an option that has no meaning; data never throws. */
export function checkOptions(options: object): void {
  for (const [key, value] of Object.entries(options)) {
    const choices = CHOICES[key]
    if (value !== undefined && choices && !choices.includes(value))
      throw new RangeError(
        `Option ${key} must be one of ${choices.join(', ')}; got ${String(value)}.`,
      )
  }
  const { indent, typePrefix, limits, formatAliases } = options as TypeOptions
  if (indent !== undefined && !/^[ \t]*$/.test(indent))
    throw new RangeError('Option indent must be spaces or tabs.')
  if (typePrefix && !isName(typePrefix))
    throw new RangeError('Option typePrefix must be the start of an identifier.')
  for (const name of Object.values(formatAliases ?? {}))
    if (!isName(name))
      throw new RangeError(`Option formatAliases: ${String(name)} is no type name.`)
  for (const [key, value] of Object.entries(limits ?? {}))
    if (value !== undefined && !(value >= 1))
      throw new RangeError(`Option limits.${key} must be a positive number; got ${String(value)}.`)
}

export function resolveTypeOptions(options: TypeOptions): ResolvedTypeOptions {
  checkOptions(options)
  return {
    profile: options.profile ?? 'prompt',
    docs: options.docs ?? 'line',
    indent: options.indent ?? '',
    order: options.order ?? 'source',
    share: options.share ?? 'shapes',
    formatAliases: options.formatAliases ?? {},
    fenceSafe: options.fenceSafe ?? true,
    typePrefix: options.typePrefix ?? '',
    dialect: options.dialect ?? 2020,
    limits: {
      depth: Math.min(options.limits?.depth ?? 64, 256),
      schemas: options.limits?.schemas ?? 20_000,
      description: options.limits?.description ?? Infinity,
    },
  }
}
