/** A JSON Schema document whose root is an object. Draft 2020-12 unless `$schema` says otherwise. */
export interface JsonSchema {
  readonly [keyword: string]: unknown
  readonly $schema?: string
  readonly type?: string | readonly string[]
}

type Simplify<T> = { [K in keyof T]: T[K] } & {}

type JsonTypes = { string: string; number: number; integer: number; boolean: boolean; null: null }

type RequiredKeys<S> = S extends { readonly required: readonly (infer K)[] } ? K & string : never

type FromProperties<S, P> = Simplify<
  { -readonly [K in keyof P as K extends RequiredKeys<S> ? K : never]: FromJsonSchema<P[K]> } & {
    -readonly [K in keyof P as K extends RequiredKeys<S> ? never : K]?: FromJsonSchema<P[K]>
  }
>

/**
 * The TypeScript type of a JSON Schema written as a literal (`as const`): properties, required, arrays,
 * enum, const and the primitive types. Anything else reads as `unknown`, never as a wrong type.
 */
export type FromJsonSchema<S> = S extends { readonly const: infer C }
  ? C
  : S extends { readonly enum: readonly (infer E)[] }
    ? E
    : S extends { readonly type: keyof JsonTypes }
      ? JsonTypes[S['type']]
      : S extends { readonly type: 'array'; readonly items: infer I }
        ? FromJsonSchema<I>[]
        : S extends { readonly type: 'array' }
          ? unknown[]
          : S extends { readonly type: 'object'; readonly properties: infer P }
            ? FromProperties<S, P>
            : S extends { readonly type: 'object' }
              ? Record<string, unknown>
              : unknown
