import {
  type CheckInputOptions,
  checkInputBudget,
  checkToolInput,
  formatIssues,
  isToolResult,
  type JsonSchema,
  type StandardJsonSchema,
  type StandardResult,
  type ToolDefinition,
  type ToolSchema,
  toJsonSchema,
  toStandardSchema,
} from '@toolprism/core'

/** A Standard Schema that the AI SDK also takes as its own, so that it neither converts nor checks twice. */
export type AiSchema<Output = unknown> = StandardJsonSchema<unknown, Output>

/** What a provider is sent in place of the tool's own schema, as `applyProfile` of `@toolprism/core/profiles` answers it. */
export interface AdvertisedSchema {
  schema: JsonSchema
  /** Turns the model's input back into one of the tool's own schema. */
  restoreInput?(input: unknown): unknown
  /** Why strict mode has to stay off for this tool. */
  obstacles?: readonly unknown[]
}

type Validation = { success: true; value: unknown } | { success: false; error: Error }

export interface AiInputSchema {
  schema: AiSchema
  /** The parsed input behind a value the host hands to `execute`, if this schema let it pass; once for each. */
  take(value: unknown): object | undefined
}

/** Values let pass whose identity a host may lose (a resumed approval is read from JSON): only so many are kept. */
const recentlyPassed = 16

/**
 * The input schema of a tool: core's budget, then its parse. The host parses with it, and `execute` takes
 * what it parsed instead of parsing again.
 */
export function toAiInputSchema(
  tool: ToolDefinition,
  check: CheckInputOptions,
  advertised: AdvertisedSchema,
): AiInputSchema {
  const known = new WeakSet<object>()
  const recent: object[] = []
  let changes: boolean | undefined
  const pass = (value: unknown): Validation => {
    if (typeof value === 'object' && value !== null) {
      known.add(value)
      changes ??= changesValues(tool.inputSchema)
      if (changes) recent.push(value)
      if (recent.length > recentlyPassed) recent.shift()
    }
    return { success: true, value }
  }
  const parse = (value: unknown, options: CheckInputOptions) =>
    after(checkToolInput(tool, value, options), (checked) =>
      checked.ok ? pass(checked.value) : refuse(value, formatIssues('', checked.issues).trim()),
    )
  const { restoreInput } = advertised
  const validate = (value: unknown) => {
    if (!restoreInput) return parse(value, check)
    // The way back walks the input, so the budget comes before it.
    const budgeted =
      check.inputBudget === false ? undefined : checkInputBudget(value, check.inputBudget)
    if (budgeted && !budgeted.ok) return refuse(value, budgeted.message)
    const restored = restoreInput(budgeted ? budgeted.value : value)
    return parse(restored, { ...check, inputBudget: false })
  }
  const schema = aiSchema(advertised.schema, validate)
  return {
    schema,
    take(value) {
      if (typeof value !== 'object' || value === null) return undefined
      if (known.delete(value)) return value
      // A resumed call carries what was parsed in another object, read from JSON. Parsing that again would
      // apply transforms twice, so the parsed one is looked up by value and used in its place.
      const text = JSON.stringify(value)
      return recent.find(
        (item) => known.has(item) && JSON.stringify(item) === text && known.delete(item),
      )
    },
  }
}

/**
 * Whether parsing may turn a value into one that does not parse again (a transform, a codec). Then what it
 * takes and what it gives differ as JSON Schema, or the latter cannot be written at all.
 */
function changesValues(schema: ToolSchema): boolean {
  const told = (side: 'input' | 'output') =>
    JSON.stringify(toJsonSchema(schema, { target: 'draft-07', side }), (key, value) =>
      // A default is required on one side only, and objects are closed on one side only: both parse again.
      key === 'required' || key === 'additionalProperties' ? undefined : value,
    )
  try {
    return told('input') !== told('output')
  } catch {
    return true
  }
}

/** The schema of what `execute` answers: the tool's value, bare or inside a ToolResult. */
export function toAiOutputSchema(schema: ToolSchema): AiSchema {
  const standard = toStandardSchema(schema)['~standard']
  return aiSchema(toJsonSchema(schema, { target: 'draft-07', side: 'output' }), (output) => {
    const value = isToolResult(output) ? output.structuredContent : output
    return after(standard.validate(value), (result) =>
      result.issues
        ? refuse(output, result.issues.map((issue) => issue.message).join('\n'))
        : { success: true, value: output },
    )
  })
}

function aiSchema(
  document: JsonSchema,
  validate: (value: unknown) => Validation | Promise<Validation>,
): AiSchema {
  const schema = {
    // The mark of the AI SDK's own schemas: without it, 6 and 7 convert a Standard Schema anew for each
    // request and close its objects.
    [Symbol.for('vercel.ai.schema')]: true,
    _type: undefined,
    jsonSchema: document,
    validate,
    '~standard': {
      version: 1 as const,
      vendor: 'toolprism',
      validate: (value: unknown) => after(validate(value), toStandardResult),
      jsonSchema: { input: () => ({ ...document }), output: () => ({ ...document }) },
    },
  }
  return schema
}

function toStandardResult(result: Validation): StandardResult<unknown> {
  return result.success ? { value: result.value } : { issues: [{ message: result.error.message }] }
}

/**
 * A refusal with an error the AI SDK takes for its own TypeValidationError. Any other is wrapped in one that
 * prints the whole input, which sends a refused megabyte back to the model.
 */
function refuse(value: unknown, message: string): Validation {
  const error = Object.assign(new Error(message), {
    code: 'INPUT_INVALID',
    value,
    toString: () => message,
    [Symbol.for('vercel.ai.error')]: true,
    [Symbol.for('vercel.ai.error.AI_TypeValidationError')]: true,
  })
  return { success: false, error }
}

function after<T, U>(value: T | Promise<T>, next: (value: T) => U): U | Promise<U> {
  return value instanceof Promise ? value.then(next) : next(value)
}
