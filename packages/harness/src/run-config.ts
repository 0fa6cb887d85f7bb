import type { Agent, AgentLimits, AgentOptions, SpillRequest } from './agent-types'
import type { Clock } from './clock'
import type { AgentHooks } from './hook-types'
import type { Model } from './model'
import type { RetryPlan } from './model-error'
import type { Redaction } from './redact'
import type { ToolRegistry } from './registry'

/** Limits with every default filled in. */
export interface ReadyLimits {
  maxSteps: number
  finalAnswer: boolean
  maxToolConcurrency: number
  toolTimeoutMs: number
  modelIdleTimeoutMs: number
  maxResultCharacters: number
  spill: ((request: SpillRequest) => string | Promise<string>) | undefined
  repeat: AgentLimits['repeat']
  tokenBudget: number
  timeBudgetMs: number
  abortGraceMs: number
  maxOutputTokens: number | undefined
  maxEvents: number
}

/** What a run is made of and never changes. */
export interface RunConfig {
  agent: Agent
  options: AgentOptions
  registry: ToolRegistry
  /** Names registered after this run began: a call to one is answered so. */
  laterTools(): ReadonlySet<string>
  hooks: readonly AgentHooks[]
  redaction: Redaction | undefined
  limits: ReadyLimits
  retry: RetryPlan
  clock: Clock
  onAsk: 'pause' | 'deny' | 'allow'
  host: unknown
  getModel(): Model | Promise<Model>
}

/** @throws RangeError for a limit that is no positive number. */
export function readLimits(given: AgentLimits = {}): ReadyLimits {
  for (const [key, value] of Object.entries(given))
    if (typeof value === 'number' && !(value >= 0))
      throw new RangeError(`limits.${key} must be a number of at least 0, not ${value}`)
  return {
    maxSteps: given.maxSteps ?? 50,
    finalAnswer: given.finalAnswer ?? true,
    maxToolConcurrency: Math.max(1, given.maxToolConcurrency ?? 8),
    toolTimeoutMs: given.toolTimeoutMs ?? 120_000,
    modelIdleTimeoutMs: given.modelIdleTimeoutMs ?? 90_000,
    maxResultCharacters: Math.max(1, given.maxResultCharacters ?? 20_000),
    spill: given.spill,
    repeat: given.repeat,
    tokenBudget: given.tokenBudget ?? Number.POSITIVE_INFINITY,
    timeBudgetMs: given.timeBudgetMs ?? Number.POSITIVE_INFINITY,
    abortGraceMs: given.abortGraceMs ?? 0,
    maxOutputTokens: given.maxOutputTokens,
    maxEvents: Math.max(16, given.maxEvents ?? 10_000),
  }
}

export function readRetry(given: AgentOptions['retry'] = {}): RetryPlan {
  return {
    max: given.max ?? 4,
    baseDelayMs: given.baseDelayMs ?? 1000,
    maxDelayMs: given.maxDelayMs ?? 60_000,
  }
}
