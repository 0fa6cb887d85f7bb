/**
 * Standard Schema 1.1 (https://standardschema.dev), typed here so that core depends on no schema library.
 * The shapes are structurally the same as the published interfaces, so zod, ArkType and Valibot schemas fit.
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': StandardSchemaProps<Input, Output>
}

export interface StandardSchemaProps<Input = unknown, Output = Input> {
  readonly version: 1
  readonly vendor: string
  readonly validate: (
    value: unknown,
    options?: StandardOptions | undefined,
  ) => StandardResult<Output> | Promise<StandardResult<Output>>
  readonly types?: { readonly input: Input; readonly output: Output } | undefined
}

/** A Standard Schema that can also print itself as JSON Schema: the one form core needs. */
export interface StandardJsonSchema<Input = unknown, Output = Input> {
  readonly '~standard': StandardSchemaProps<Input, Output> & {
    readonly jsonSchema: StandardJsonSchemaConverter
  }
}

export interface StandardJsonSchemaConverter {
  readonly input: (options: StandardJsonSchemaOptions) => Record<string, unknown>
  readonly output: (options: StandardJsonSchemaOptions) => Record<string, unknown>
}

export interface StandardOptions {
  readonly libraryOptions?: Record<string, unknown> | undefined
}

export interface StandardJsonSchemaOptions extends StandardOptions {
  readonly target: 'draft-2020-12' | 'draft-07' | 'openapi-3.0' | ({} & string)
}

export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] }

export interface StandardIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}
