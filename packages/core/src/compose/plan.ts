import { checkTool } from '../define-tool'
import type { ToolAnnotations, ToolDefinition } from '../tool'
import { ToolError } from '../tool-error'
import type { ComposeStep, RetryOptions } from './types'

/** A step as written, its types forgotten. */
// biome-ignore lint/suspicious/noExplicitAny: the steps' types were checked where the macro was written.
export type AnyStep = ComposeStep<any, any, any, any>

/** A step made ready: checked, copied, frozen. */
export interface PlannedStep {
  id: string
  /** For events and outcomes. */
  toolName: string
  /** One tool under the empty key, or a group by name. */
  tools: readonly { key: string; tool: ToolDefinition }[]
  isGroup: boolean
  /** One call and nothing around it: it can run without a wait. */
  isPlain: boolean
  step: AnyStep
  retry: Required<Omit<RetryOptions, 'unsafe'>> | undefined
  policy: 'stop' | 'continue' | 'skip-rest' | 'fallback'
  concurrency: number
}

const retryDefaults = { delayMs: 200, maxDelayMs: 10_000, jitter: 0.5 }

/** Checks all steps at once. @throws ToolError INVALID_DEFINITION that lists every fault. */
export function planSteps(macro: string, steps: readonly AnyStep[]): readonly PlannedStep[] {
  const problems: string[] = []
  if (!Array.isArray(steps) || steps.length === 0)
    problems.push('steps must be a list that is not empty')
  const ids = new Set<string>()
  const planned = (Array.isArray(steps) ? [...steps] : []).map((step, index) =>
    planStep(step, index, ids, problems),
  )
  if (problems.length > 0)
    throw new ToolError('INVALID_DEFINITION', `Invalid macro ${macro}: ${problems.join('; ')}.`, {
      details: problems,
    })
  return Object.freeze(planned)
}

function planStep(step: AnyStep, index: number, ids: Set<string>, problems: string[]): PlannedStep {
  const problem = (text: string) => problems.push(`steps[${index}] ${text}`)
  const given: AnyStep = typeof step === 'object' && step !== null ? step : ({} as AnyStep)
  const tools = toolsOf(given.tool)
  const isGroup = !isTool(given.tool)
  if (tools.length === 0) problem('has no tool')
  for (const { tool } of tools) {
    try {
      checkTool(tool, { allowWideName: true })
    } catch (error) {
      problem(`has a tool that cannot run (${(error as Error).message})`)
    }
  }
  if (typeof given.mapArgs !== 'function') problem('has no mapArgs function')
  for (const key of ['mapResult', 'stopWhen', 'when'] as const)
    if (given[key] !== undefined && typeof given[key] !== 'function')
      problem(`has a ${key} that is no function`)
  const toolName = tools.map(({ tool }) => String(tool?.name)).join(', ')
  const id = uniqueId(
    given.id,
    isGroup ? tools.map(({ key }) => key).join('+') : toolName,
    ids,
    problem,
  )
  const { timeoutMs, onError, concurrency } = given
  if (timeoutMs !== undefined && !(timeoutMs > 0)) problem('has a timeoutMs that is not positive')
  if (concurrency !== undefined && !(Number.isSafeInteger(concurrency) && concurrency > 0))
    problem('has a concurrency that is not a whole positive number')
  if (onError !== undefined && !['stop', 'continue', 'skip-rest'].includes(onError))
    problem(`has the unknown onError ${JSON.stringify(onError)} (stop, continue, skip-rest)`)
  if (onError !== undefined && onError !== 'stop' && 'fallback' in given)
    problem('has both a fallback and an onError')
  return Object.freeze({
    id,
    toolName,
    tools: Object.freeze(tools),
    isGroup,
    isPlain: !(isGroup || given.when || given.mapResult || given.retry || 'fallback' in given),
    step: Object.freeze({ ...given }),
    retry: planRetry(given.retry, tools, problem),
    policy: 'fallback' in given ? 'fallback' : (onError ?? 'stop'),
    concurrency: concurrency ?? Number.POSITIVE_INFINITY,
  })
}

function isTool(value: unknown): value is ToolDefinition {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as ToolDefinition).execute === 'function'
  )
}

function toolsOf(value: unknown): { key: string; tool: ToolDefinition }[] {
  if (isTool(value)) return [{ key: '', tool: value }]
  if (typeof value !== 'object' || value === null || 'name' in value) return []
  return Object.entries(value).map(([key, tool]) => ({ key, tool: tool as ToolDefinition }))
}

function uniqueId(
  given: string | undefined,
  base: string,
  ids: Set<string>,
  problem: (text: string) => void,
): string {
  if (given !== undefined) {
    if (typeof given !== 'string' || given === '') problem('has an id that is no text')
    if (ids.has(given)) problem(`has the id ${JSON.stringify(given)} of a step before it`)
    ids.add(given)
    return given
  }
  let id = base
  for (let count = 2; ids.has(id); count++) id = `${base}_${count}`
  ids.add(id)
  return id
}

function planRetry(
  retry: AnyStep['retry'],
  tools: readonly { tool: ToolDefinition }[],
  problem: (text: string) => void,
): PlannedStep['retry'] {
  if (retry === undefined) return undefined
  const given: RetryOptions = typeof retry === 'number' ? { attempts: retry } : retry
  const { unsafe, ...wanted } = given
  const full = { ...retryDefaults, ...wanted }
  if (!(Number.isSafeInteger(full.attempts) && full.attempts > 0))
    problem('has retry.attempts that is not a whole positive number')
  for (const key of ['delayMs', 'maxDelayMs', 'jitter'] as const)
    if (!(full[key] >= 0)) problem(`has a negative retry.${key}`)
  const dangerous = tools.filter(({ tool }) => !isRepeatable(tool?.annotations))
  if (full.attempts > 1 && dangerous.length > 0 && !unsafe)
    problem(
      `retries ${dangerous.map(({ tool }) => tool?.name).join(', ')}, which is neither read-only nor idempotent; annotate it, or set retry.unsafe`,
    )
  return full
}

function isRepeatable(annotations: ToolAnnotations | undefined): boolean {
  return annotations?.readOnlyHint === true || annotations?.idempotentHint === true
}
