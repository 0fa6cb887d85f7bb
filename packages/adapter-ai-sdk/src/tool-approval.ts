import type { ToolDefinition } from '@toolprism/core'

/** Decides for one call. `true` asks the user first. */
export type ToolApprovalPolicy = (
  tool: ToolDefinition,
  input: unknown,
) => boolean | Promise<boolean>

/**
 * Which calls ask the user first:
 * - `destructive`: tools that are destructive as MCP reads their hints: neither `readOnlyHint: true` nor
 *   `destructiveHint: false`. A tool that says nothing asks;
 * - `declared`: tools that declare `destructiveHint: true`;
 * - `unless-read-only`: every tool that does not declare `readOnlyHint: true` (the harness' rule);
 * - `always`, `never`, or a function.
 */
export type ToolApproval =
  | 'destructive'
  | 'declared'
  | 'unless-read-only'
  | 'always'
  | 'never'
  | ToolApprovalPolicy

/** An absent hint is not a promise: what MCP's defaults call destructive asks. */
export const defaultApproval = 'destructive' satisfies ToolApproval

/** `toolApproval` of AI SDK 7, for one tool: a status, or a function of the input. */
export type ToolApprovalStatus =
  | { type: 'user-approval'; reason: string }
  | { type: 'not-applicable' }

/** Whether a tool asks: known from its annotations, or to be decided for each input. */
export function approvalOf(tool: ToolDefinition, approval: ToolApproval): boolean | 'by-input' {
  if (typeof approval === 'function') return 'by-input'
  const { readOnlyHint, destructiveHint } = tool.annotations ?? {}
  switch (approval) {
    case 'always':
      return true
    case 'never':
      return false
    case 'destructive':
      return readOnlyHint !== true && destructiveHint !== false
    case 'declared':
      return destructiveHint === true && readOnlyHint !== true
    case 'unless-read-only':
      return readOnlyHint !== true
    default:
      throw new TypeError(
        `approval is ${JSON.stringify(approval)}; expected 'destructive', 'declared', 'unless-read-only', 'always', 'never' or a function`,
      )
  }
}

/** Why a person is asked, in the words of the annotations. */
export function approvalReason(tool: ToolDefinition): string {
  const name = tool.presentation?.label ?? tool.title ?? tool.name
  if (tool.annotations?.readOnlyHint === true) return `${name} asks before it runs`
  return tool.annotations?.destructiveHint === false
    ? `${name} may change data`
    : `${name} may delete or overwrite data`
}
