import type { ToolResult } from './content'
import { checkInputBudget, type InputBudget } from './input-budget'
import { formatIssues, type InputIssue, withTexts } from './issues'
import { errorResult } from './results'
import { type ReadySchema, readySchema, type UncheckedResult } from './schema'
import { hintDocument } from './standard'
import type { StandardIssue, StandardResult } from './standard-schema'
import type { ToolDefinition } from './tool'

export interface CheckInputOptions {
  /** Limits of the input, or false for none. @default the limits of checkInputBudget */
  inputBudget?: InputBudget | false | undefined
  /**
   * `json-strings`: a string where the schema wants only an object or array, and which is JSON of that kind, is
   * parsed and checked again; the result's `meta` says so. @default none
   */
  repair?: 'json-strings' | undefined
}

export type CheckedInput =
  | {
      ok: true
      /** What the schema parsed the input to. */
      value: unknown
      /** Paths of the strings that were parsed by `repair`. */
      repaired?: string[]
      /** The schema's dialect, when no validator knows it: the value was not checked. */
      unchecked?: string
    }
  | {
      ok: false
      code: 'INPUT_INVALID' | 'INPUT_OVER_BUDGET' | 'INPUT_NOT_PLAIN_DATA'
      issues: InputIssue[]
      /** The whole text for the model. */
      message: string
    }

export type CheckedToolInput =
  | Extract<CheckedInput, { ok: true }>
  | (Extract<CheckedInput, { ok: false }> & {
      /** The refusal as the result of a call. */
      result: ToolResult
    })

/**
 * The first half of `callTool`: missing input becomes `{}`, then budget, then the schema's parse. Answers at once
 * for sync schemas and a promise for async ones (a JSON Schema before its validator has loaded); the texts of a
 * refusal load with the first one, which is a promise too. Never throws for an input; throws a ToolError for a tool
 * whose schema is not usable.
 */
export function checkToolInput(
  tool: Pick<ToolDefinition, 'name' | 'inputSchema'>,
  rawInput: unknown,
  options: CheckInputOptions = {},
): CheckedToolInput | Promise<CheckedToolInput> {
  const { inputSchema } = tool
  const checked = checkRawInput(readySchema(inputSchema), inputSchema, rawInput, options, tool.name)
  return checked instanceof Promise ? checked.then(withResult) : withResult(checked)
}

function withResult(checked: CheckedInput): CheckedToolInput {
  if (checked.ok) return checked
  const { code, issues, message } = checked
  return {
    ...checked,
    result: errorResult(message, { code, meta: { 'toolprism/issues': issues } }),
  }
}

// Straight-line for sync schemas: closures are made only where a promise or a refusal asks for them.
export function checkRawInput(
  ready: ReadySchema,
  schema: object,
  rawInput: unknown,
  options: CheckInputOptions,
  toolName?: string,
): CheckedInput | Promise<CheckedInput> {
  let input: unknown =
    rawInput === undefined || rawInput === null || rawInput === '' ? {} : rawInput
  if (options.inputBudget !== false) {
    const checked = checkInputBudget(input, options.inputBudget)
    if (!checked.ok) {
      const { code, message } = checked
      return { ok: false, code, issues: [{ path: '', message }], message }
    }
    input = checked.value
  }
  const result = ready.validate(input)
  if (result instanceof Promise)
    return result.then((settled) =>
      settled.issues
        ? refusal(ready, schema, input, options, toolName, settled)
        : accepted(settled),
    )
  return result.issues ? refusal(ready, schema, input, options, toolName, result) : accepted(result)
}

function accepted(result: { value: unknown }): CheckedInput {
  const { unchecked } = result as UncheckedResult
  return unchecked === undefined
    ? { ok: true, value: result.value }
    : { ok: true, value: result.value, unchecked }
}

function refusal(
  ready: ReadySchema,
  schema: object,
  input: unknown,
  options: CheckInputOptions,
  toolName: string | undefined,
  { issues = [] }: StandardResult<unknown>,
): CheckedInput | Promise<CheckedInput> {
  const { inputBudget, repair } = options
  if (repair !== 'json-strings') return refused(schema, input, toolName, issues)
  return withTexts(async ({ repairJsonStrings }) => {
    const repaired = repairJsonStrings(issues, input, hintDocument(schema))
    // What was inside the strings was never counted.
    const counted = !repaired
      ? undefined
      : inputBudget === false
        ? ({ ok: true, value: repaired.value } as const)
        : checkInputBudget(repaired.value, inputBudget)
    const again = counted?.ok ? await ready.validate(counted.value) : undefined
    if (!repaired || !again || again.issues) return refused(schema, input, toolName, issues)
    return { ok: true, value: again.value, repaired: repaired.paths }
  })
}

function refused(
  schema: object,
  input: unknown,
  toolName: string | undefined,
  issues: readonly StandardIssue[],
): CheckedInput | Promise<CheckedInput> {
  return withTexts(({ describeIssues }) => {
    const told: InputIssue[] = describeIssues(issues, input, hintDocument(schema)).map(
      ({ path, message }) => ({ path, message }),
    )
    const title = toolName === undefined ? 'Invalid input:' : `Invalid input for ${toolName}:`
    return { ok: false, code: 'INPUT_INVALID', issues: told, message: formatIssues(title, told) }
  })
}
