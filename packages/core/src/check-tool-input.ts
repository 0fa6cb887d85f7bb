import type { ToolResult } from './content'
import { checkInputBudget, type InputBudget } from './input-budget'
import { describeIssues, formatIssues, type InputIssue } from './issues'
import { repairJsonStrings } from './repair'
import { errorResult } from './results'
import { type ReadySchema, readySchema, type UncheckedResult } from './schema'
import { hintDocument } from './standard'
import type { StandardResult } from './standard-schema'
import type { ToolDefinition } from './tool'

export interface CheckInputOptions {
  /** Limits of the input, or false for none. @default the limits of checkInputBudget */
  inputBudget?: InputBudget | false
  /**
   * `json-strings`: a string where the schema wants only an object or array, and which is JSON of that kind, is
   * parsed and checked again; the result's `meta` says so. @default none
   */
  repair?: 'json-strings'
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
 * for sync schemas and a promise for async ones (a JSON Schema before its validator has loaded). Never throws for
 * an input; throws a ToolError for a tool whose schema is not usable.
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

function accepted(result: { value: unknown }): CheckedInput {
  const { value, unchecked } = result as UncheckedResult
  return unchecked === undefined ? { ok: true, value } : { ok: true, value, unchecked }
}

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
    if (!checked.ok)
      return {
        ok: false,
        code: checked.code,
        issues: [{ path: '', message: checked.message }],
        message: checked.message,
      }
    input = checked.value
  }
  const finish = (result: StandardResult<unknown>): CheckedInput | Promise<CheckedInput> => {
    if (!result.issues) return accepted(result)
    if (options.repair === 'json-strings') return repair(result)
    return refuse(result)
  }
  const refuse = (result: StandardResult<unknown>): CheckedInput => {
    const told = describeIssues(result.issues ?? [], input, hintDocument(schema))
    const issues = told.map(({ path, message }) => ({ path, message }))
    const title = toolName === undefined ? 'Invalid input:' : `Invalid input for ${toolName}:`
    return { ok: false, code: 'INPUT_INVALID', issues, message: formatIssues(title, issues) }
  }
  const repair = (result: StandardResult<unknown>): CheckedInput | Promise<CheckedInput> => {
    const repaired = repairJsonStrings(result.issues ?? [], input, hintDocument(schema))
    if (!repaired) return refuse(result)
    // What was inside the strings was never counted.
    const budget =
      options.inputBudget === false
        ? undefined
        : checkInputBudget(repaired.value, options.inputBudget)
    if (budget && !budget.ok) return refuse(result)
    const again = (second: StandardResult<unknown>): CheckedInput =>
      second.issues ? refuse(result) : { ok: true, value: second.value, repaired: repaired.paths }
    const second = ready.validate(budget?.ok ? budget.value : repaired.value)
    return second instanceof Promise ? second.then(again) : again(second)
  }
  const result = ready.validate(input)
  return result instanceof Promise ? result.then(finish) : finish(result)
}
