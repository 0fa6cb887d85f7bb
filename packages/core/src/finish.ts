import type { CallState } from './call-context'
import type { ToolResult } from './content'
import { formatIssues, type InputIssue, withTexts } from './issues'
import { limitResult, type OutputBudget } from './limit-result'
import { normalizeResult, valueResult } from './normalize-result'
import { errorResult, isToolResult } from './results'
import { readySchema } from './schema'
import type { StandardResult } from './standard-schema'

const defaultOutput: OutputBudget = { characters: 1_000_000, blobCharacters: 10_000_000 }

/** What a tool answered as the call's result: normalised, the output schema's parse sent, within the output budget. */
export function finish(state: CallState, returned: unknown): ToolResult | Promise<ToolResult> {
  const { outputSchema, name } = state.tool
  if (outputSchema === undefined) return limit(state, normalizeResult(returned))
  const given = isToolResult(returned) ? normalizeResult(returned) : undefined
  if (given?.isError) return limit(state, given)
  if (given && given.structuredContent === undefined)
    return errorResult(
      `${name} declares an output schema but answered without structuredContent.`,
      {
        code: 'OUTPUT_INVALID',
      },
    )
  const value = given ? given.structuredContent : returned
  const parsed = readySchema(outputSchema).validate(value)
  return parsed instanceof Promise
    ? parsed.then((result) => sendParsed(state, given, value, result))
    : sendParsed(state, given, value, parsed)
}

function sendParsed(
  state: CallState,
  given: ToolResult | undefined,
  value: unknown,
  parsed: StandardResult<unknown>,
): ToolResult | Promise<ToolResult> {
  if (parsed.issues) {
    const { issues } = parsed
    return withTexts(({ describeIssues }) =>
      errorResult(outputProblem(state.tool, describeIssues(issues, value)), {
        code: 'OUTPUT_INVALID',
      }),
    )
  }
  const made = valueResult(parsed.value)
  if (made.isError) return made
  // A declared output is structured even when it is a string.
  const structuredContent = made.structuredContent ?? parsed.value
  const content = given && given.content.length > 0 ? given.content : made.content
  return limit(state, { ...given, content, structuredContent })
}

/** The text of an output its own schema refuses. */
export function outputProblem(tool: { name: string }, issues: readonly InputIssue[]): string {
  return formatIssues(
    `${tool.name} answered a value that does not match its output schema:`,
    issues,
  )
}

function limit(state: CallState, result: ToolResult): ToolResult {
  const { outputBudget } = state.options
  return outputBudget === false ? result : limitResult(result, outputBudget ?? defaultOutput)
}
