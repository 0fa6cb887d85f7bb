import {
  checkTool,
  isToolError,
  stableHash,
  type ToolDefinition,
  type ToolPresentation,
  toJsonSchema,
  toolNames,
} from '@toolprism/core'
import type { AgentTool, ToolProblem, ToolResource } from './agent-types'
import { canonicalJson, quickHash } from './canonical-json'
import { HarnessError } from './errors'
import type { ToolSpec } from './model'
import { watchedTool } from './watched-tool'

/** A tool made ready: what the loop asks of it on every call is worked out once. */
export interface ReadyTool {
  readonly definition: AgentTool
  /** What is run: the definition, telling each call's watch. */
  readonly watched: ToolDefinition
  /** The name the model knows. */
  readonly name: string
  readonly spec: ToolSpec
  readonly presentation: ToolPresentation | undefined
  readonly readOnly: boolean
  readonly destructive: boolean
  readonly remote: boolean
  readonly replay: 'repeat' | 'never'
  readonly repeats: boolean
  readonly keep: boolean
  readonly ends: boolean
  resources(input: unknown): readonly ToolResource[]
}

/** The tools of a run: frozen, sorted by name, with one fingerprint. */
export interface ToolRegistry {
  readonly tools: readonly ReadyTool[]
  readonly names: readonly string[]
  readonly specs: readonly ToolSpec[]
  readonly fingerprint: string
  /** Tools that were left out, and why. */
  readonly problems: readonly ToolProblem[]
  get(name: string): ReadyTool | undefined
  /** Copies, by tool name, of the presentations there are. */
  presentations(): Record<string, ToolPresentation>
}

/**
 * Makes tools ready for a model. A tool that can't be used is left out and told in `problems`; names no provider
 * takes are changed reversibly.
 * @throws HarnessError TOOL_DUPLICATE when a name is given twice.
 */
export function buildToolRegistry(given: readonly AgentTool[]): ToolRegistry {
  const problems: ToolProblem[] = []
  const usable = new Map<string, AgentTool>()
  for (const tool of given) {
    const problem = problemOf(tool)
    if (problem) problems.push(problem)
    else if (usable.has(tool.name))
      throw new HarnessError(
        'TOOL_DUPLICATE',
        `Two tools are called "${tool.name}". Rename one, or replace it with registerTool(tool, { override: true }).`,
      )
    else usable.set(tool.name, tool)
  }
  const names = toolNames(usable.keys())
  const tools = [...usable.values()]
    .map((tool) => readyTool(tool, names.toName(tool.name) ?? tool.name))
    .sort((left, right) => (left.name < right.name ? -1 : 1))
  const byName = new Map(tools.map((tool) => [tool.name, tool]))
  for (const tool of tools)
    if (!byName.has(tool.definition.name)) byName.set(tool.definition.name, tool)
  return Object.freeze({
    tools: Object.freeze(tools),
    names: Object.freeze(tools.map((tool) => tool.name)),
    specs: Object.freeze(tools.map((tool) => tool.spec)),
    fingerprint: quickHash(canonicalJson(tools.map((tool) => tool.spec))),
    problems: Object.freeze(problems),
    get: (name: string) => byName.get(name),
    presentations: () => presentationsOf(tools),
  })
}

/** Presentations as plain copies: `family`, the older name, reads as `group`. */
export function presentationsOf(tools: readonly ReadyTool[]): Record<string, ToolPresentation> {
  const found: Record<string, ToolPresentation> = {}
  for (const { definition, presentation } of tools)
    if (presentation) found[definition.name] = { ...presentation }
  return found
}

function problemOf(tool: AgentTool): ToolProblem | undefined {
  const toolName = String((tool as AgentTool | undefined)?.name ?? '(without a name)').slice(0, 128)
  try {
    checkTool(tool, { allowWideName: true })
    if (tool.presentation !== undefined) JSON.stringify(tool.presentation)
    return undefined
  } catch (error) {
    const code = isToolError(error) ? error.code : 'INVALID_DEFINITION'
    return { toolName, code, message: error instanceof Error ? error.message : String(error) }
  }
}

const readAll: readonly ToolResource[] = Object.freeze([{ key: '*', mode: 'read' }])
const writeAll: readonly ToolResource[] = Object.freeze([{ key: '*', mode: 'write' }])

/** A tool that is not of the registry, ready enough to be judged. */
export function looseTool(tool: AgentTool): ReadyTool {
  return readyTool(tool, tool.name)
}

function readyTool(tool: AgentTool, name: string): ReadyTool {
  const { annotations = {}, hints = {} } = tool
  const remote = hints.remote ?? tool.name.startsWith('mcp__')
  const readOnly = annotations.readOnlyHint === true
  const safeAgain = readOnly || annotations.idempotentHint === true
  return Object.freeze({
    definition: tool,
    watched: watchedTool(tool),
    name,
    spec: specOf(tool, name),
    presentation: readPresentation(tool.presentation),
    readOnly,
    destructive: !readOnly && annotations.destructiveHint !== false,
    remote,
    replay: hints.replay ?? (safeAgain ? 'repeat' : 'never'),
    repeats: hints.repeats === true,
    keep: hints.keep === true,
    ends: hints.ends === true,
    resources(input: unknown): readonly ToolResource[] {
      if (!hints.resources) return readOnly ? readAll : writeAll
      try {
        return hints.resources(input)
      } catch {
        // Not knowing what a call touches is no reason to run it beside others.
        return writeAll
      }
    },
  })
}

function specOf(tool: AgentTool, name: string): ToolSpec {
  const description = tool.llmHint
    ? `${tool.description}\n[hint] ${tool.llmHint}`
    : tool.description
  return Object.freeze({
    name,
    description,
    inputSchema: toJsonSchema(tool.inputSchema),
    ...(tool.inputExamples?.length ? { inputExamples: tool.inputExamples } : {}),
  })
}

function readPresentation(given: ToolPresentation | undefined): ToolPresentation | undefined {
  if (!given) return undefined
  // A copy by JSON: nothing the caller changes later, and nothing that can't travel, is in it.
  const { family, ...rest } = JSON.parse(JSON.stringify(given)) as ToolPresentation
  const group = rest.group ?? family
  return Object.freeze(group === undefined ? rest : { ...rest, group })
}

/** A short tag for ids: the same run gives the same. */
export function runTag(runId: string): string {
  return stableHash(runId, 8)
}
