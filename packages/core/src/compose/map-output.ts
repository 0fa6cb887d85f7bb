import type { DefinedTool, ExecuteOutput } from '../define-tool'
import { outputProblem } from '../finish'
import { describeIssues } from '../issues'
import { isToolResult, resultValue } from '../results'
import { readySchema } from '../schema'
import type { ToolContext, ToolDefinition } from '../tool'
import { ToolError } from '../tool-error'

// biome-ignore lint/suspicious/noExplicitAny: the one type every tool fits, whatever its input.
type AnyTool = ToolDefinition<any, any>
type InputOf<Tool> = Tool extends ToolDefinition<infer Input, never> ? Input : never
type ArgsOf<Tool> = Tool extends { '~args'?: infer Args } ? Args : unknown
type OutputOf<Tool> = Tool extends { execute(input: never, context: never): infer Returned }
  ? ExecuteOutput<Returned>
  : unknown

/**
 * The same tool with its value changed, and with it the type the next step of a macro sees. A failed result stays
 * as it is; the tool's `outputSchema` no longer holds and is left out.
 */
export function mapOutput<const Tool extends AnyTool, Output>(
  tool: Tool,
  change: (value: OutputOf<Tool>, context: ToolContext) => Output | Promise<Output>,
): DefinedTool<InputOf<Tool>, Awaited<Output>, ArgsOf<Tool>> {
  const { outputSchema, ...rest } = tool as AnyTool
  const mapped: AnyTool = {
    ...rest,
    async execute(input: unknown, context: ToolContext) {
      const returned: unknown = await tool.execute(input, context)
      const answered = isAsyncIterable(returned) ? await last(returned, context) : returned
      if (isToolResult(answered) && answered.isError) return answered
      const value = isToolResult(answered) ? resultValue(answered) : answered
      return change((await parsed(tool, value)) as OutputOf<Tool>, context)
    },
  }
  return Object.freeze(mapped) as never
}

/** What the tool's own output schema makes of its value. */
async function parsed(tool: AnyTool, value: unknown): Promise<unknown> {
  if (tool.outputSchema === undefined) return value
  const result = await readySchema(tool.outputSchema).validate(value)
  if (!result.issues) return result.value
  throw new ToolError(
    'OUTPUT_INVALID',
    outputProblem(tool, await describeIssues(result.issues, value)),
  )
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}

async function last(iterable: AsyncIterable<unknown>, context: ToolContext): Promise<unknown> {
  let value: unknown
  for await (const item of iterable) {
    value = item
    context.progress?.({ data: item })
  }
  return value
}
