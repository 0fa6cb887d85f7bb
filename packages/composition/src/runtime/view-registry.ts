import { checkInputBudget, type InputBudget, nearest } from '@toolprism/core'
import * as z from 'zod'
import type { Composition, ViewSummary } from '../composition'
import { CompositionError, RegisteredViewInputError } from '../errors'
import { quoted } from '../text/print-name'
import { toValidationErrors } from './schema-issues'
import type { ValidationResult } from './validate-composition'

/** A view a host builds from its own data; a model asks for it by id. */
export interface ViewDefinition<Context = unknown, Input = unknown> {
  id: string
  title: string
  /** @default the title */
  description?: string
  answers?: readonly string[]
  input?: z.ZodType<Input>
  // A method, so that a list may hold views with different inputs.
  build(options: { context: Context; input: Input }): Composition | Promise<Composition>
}

export interface ViewResponse {
  view: ViewSummary
  /** The checked copy; absent when the input budget refused what the builder made. */
  composition?: Composition | undefined
  validation: ValidationResult
}

export interface ViewRegistry<Context = unknown> {
  /** Throws DUPLICATE_VIEW, or INVALID_VIEW for an id that is empty or over 200 characters. */
  register<Input>(view: ViewDefinition<Context, Input>): void
  list(): ViewSummary[]
  get(id: string): ViewSummary | undefined
  /** Rejects with UNKNOWN_VIEW or VIEW_INPUT_INVALID; what was built is validated and reported, not enforced. */
  request(id: string, context: Context, input?: unknown): Promise<ViewResponse>
}

interface Entry {
  view: ViewDefinition<never, never>
  summary: ViewSummary
}

/** Views by id, in the order they were registered. */
export function createViewRegistry<Context>(
  validate: (value: unknown) => ValidationResult,
  budget: InputBudget,
): ViewRegistry<Context> {
  const entries = new Map<string, Entry>()
  return {
    register: (view) => {
      if (typeof view.id !== 'string' || view.id.length < 1 || view.id.length > 200)
        throw new CompositionError('INVALID_VIEW', 'A view needs an id of 1 to 200 characters.')
      if (entries.has(view.id))
        throw new CompositionError('DUPLICATE_VIEW', `View ${quoted(view.id)} exists already.`)
      // The registry hands a view exactly the context and input its own types ask for.
      const stored = view as unknown as ViewDefinition<never, never>
      entries.set(view.id, { view: stored, summary: summarize(view) })
    },
    list: () => Array.from(entries.values(), (entry) => entry.summary),
    get: (id) => entries.get(id)?.summary,
    request: async (id, context, input = {}) => {
      const entry = entries.get(id)
      if (!entry) throw unknownView(id, [...entries.keys()])
      const parsed = await parseInput(entry.view, input, budget)
      const built = await entry.view.build({ context: context as never, input: parsed as never })
      const validation = validate(built)
      return { view: entry.summary, composition: validation.composition, validation }
    },
  }
}

function summarize<Input>(view: ViewDefinition<never, Input>): ViewSummary {
  const { id, title, description = title, answers = [] } = view
  const summary: ViewSummary = { id, title, description, answers: [...answers] }
  if (view.input) {
    // Input mode: a field with a default is optional to whoever writes the input.
    const { $schema: _, ...schema } = z.toJSONSchema(view.input, {
      io: 'input',
      unrepresentable: 'any',
    })
    summary.inputSchema = schema
  }
  return summary
}

async function parseInput(
  view: ViewDefinition<never, never>,
  input: unknown,
  budget: InputBudget,
): Promise<unknown> {
  const checked = checkInputBudget(input, budget)
  if (!checked.ok)
    throw new RegisteredViewInputError(view.id, [
      { path: '', message: checked.message, code: checked.code },
    ])
  if (!view.input) return checked.value
  const parsed = await view.input.safeParseAsync(checked.value)
  if (parsed.success) return parsed.data
  throw new RegisteredViewInputError(
    view.id,
    toValidationErrors(parsed.error.issues, checked.value),
  )
}

function unknownView(id: string, known: string[]): CompositionError {
  const closest = nearest(id, known)
  const hint =
    closest === undefined
      ? `Known views: ${known.map((name) => quoted(name)).join(', ') || 'none'}.`
      : `Did you mean ${quoted(closest)}?`
  return new CompositionError('UNKNOWN_VIEW', `There is no view ${quoted(id, 200)}. ${hint}`)
}
