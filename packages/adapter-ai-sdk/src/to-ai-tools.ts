import { type ToolDefinition, toolNames } from '@toolprism/core'
import type { AiVersion } from './ai-types'
import { type AiTool, type AiToolOutput, type ToAiToolOptions, toAiTool } from './to-ai-tool'
import {
  approvalOf,
  approvalReason,
  defaultApproval,
  type ToolApproval,
  type ToolApprovalStatus,
} from './tool-approval'

/** The AI SDK's tool of a definition, with the types of its schemas. */
export type AiToolOf<Definition, Version extends AiVersion = 7> =
  Definition extends ToolDefinition<infer Input, infer Output>
    ? AiTool<Input, AiToolOutput<Output>, Version>
    : never

type Named = Readonly<Record<string, ToolDefinition>>

/**
 * Carries tools into the AI SDK. A list is keyed by the tools' names; the keys of an object name its tools
 * towards the model, and keep each tool's own types.
 * @throws ToolError INVALID_DEFINITION for two tools of one name, or a tool no host could list.
 */
export function toAiTools<const Tools extends Named, Version extends AiVersion = 7>(
  tools: Tools,
  options?: ToAiToolOptions<Version>,
): { [Name in keyof Tools]: AiToolOf<Tools[Name], Version> }
export function toAiTools<Version extends AiVersion = 7>(
  tools: readonly ToolDefinition[],
  options?: ToAiToolOptions<Version>,
  // biome-ignore lint/suspicious/noExplicitAny: a list mixes inputs; the AI SDK's ToolSet has any here too.
): Record<string, AiTool<any, unknown, Version>>
export function toAiTools(
  tools: readonly ToolDefinition[] | Named,
  options: ToAiToolOptions = {},
): Record<string, AiTool> {
  // Entries, not assignment: a tool may be called `__proto__` or `constructor`.
  return Object.fromEntries(
    namedTools(tools).map(([name, tool]) => [name, toAiTool(tool, options) as AiTool]),
  )
}

/** The `toolApproval` setting of AI SDK 7 for the same tools and rule: it asks with a reason. */
export function toToolApproval(
  tools: readonly ToolDefinition[] | Named,
  approval: ToolApproval = defaultApproval,
): Record<string, (input: unknown) => Promise<ToolApprovalStatus>> {
  const statusOf = async (tool: ToolDefinition, input: unknown): Promise<ToolApprovalStatus> => {
    const asks =
      typeof approval === 'function' ? await approval(tool, input) : approvalOf(tool, approval)
    return asks
      ? { type: 'user-approval', reason: approvalReason(tool) }
      : { type: 'not-applicable' }
  }
  return Object.fromEntries(
    namedTools(tools).map(([name, tool]) => [name, (input: unknown) => statusOf(tool, input)]),
  )
}

function namedTools(tools: readonly ToolDefinition[] | Named): [string, ToolDefinition][] {
  if (!isList(tools))
    return Object.entries(tools).map(([name, tool]) => [
      name,
      tool.name === name ? tool : { ...tool, name },
    ])
  // Tools of remote servers may have wider names than providers take.
  const names = toolNames(tools.map((tool) => tool.name))
  return tools.map((tool) => [names.toName(tool.name) ?? tool.name, tool])
}

function isList(tools: readonly ToolDefinition[] | Named): tools is readonly ToolDefinition[] {
  return Array.isArray(tools)
}
