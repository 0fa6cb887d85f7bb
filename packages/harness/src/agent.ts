import type {
  Agent,
  AgentOptions,
  AgentTool,
  RegisterOptions,
  Registration,
  ToolProblem,
} from './agent-types'
import type { InternalHost } from './call-surface'
import { checkTranscript } from './check-transcript'
import { realClock } from './clock'
import { HarnessError } from './errors'
import type { AgentHooks } from './hook-types'
import type { Model } from './model'
import type { Decision } from './permission-types'
import { checkDecision } from './questions'
import { createRedaction } from './redact'
import { redactMessage } from './redact-shapes'
import { buildToolRegistry } from './registry'
import { createRun } from './run'
import { type RunConfig, readLimits, readRetry } from './run-config'
import type { RunState } from './run-state'
import type { RunOptions } from './run-types'
import { skillTools } from './skills'
import { checkSnapshot } from './snapshot'
import type { Snapshot } from './snapshot-types'

/**
 * Makes an agent. It holds no state of a run: any number of runs go on at once.
 * @throws HarnessError for a wrong set-up: a tool name given twice, a group nobody has defined, a workspace option.
 */
export function createAgent(options: AgentOptions = {}): Agent {
  refuseNodeOptions(options)
  const tools = new Map<string, AgentTool>()
  for (const tool of [...expandTools(options), ...skillTools(options.skills ?? [])])
    addTo(tools, tool)
  const groups = new Map<string, string[]>()
  const liveRuns = new Set<RunState>()
  const redaction = createRedaction(options.redact)
  const hooks = listOf(options.hooks)
  const limits = readLimits(options.limits)
  const retry = readRetry(options.retry)
  let registry = buildToolRegistry([...tools.values()])
  let resolved: Model | Promise<Model> | undefined

  const getModel = (): Model | Promise<Model> => {
    if (typeof options.model === 'object') return options.model
    resolved ??= resolveModel(options).then((model) => (resolved = model))
    return resolved
  }
  const configure = (run: Pick<RunOptions, 'host' | 'parent'>): RunConfig => {
    requireModel(options)
    const frozen = registry
    const parent = run.parent?.host as InternalHost | undefined
    return {
      agent,
      options,
      registry: frozen,
      laterTools: () => new Set(registry === frozen ? [] : registry.names),
      hooks,
      redaction,
      limits,
      retry,
      clock: options.clock ?? realClock,
      onAsk: parent?.onAsk ?? options.permissions?.onAsk ?? 'pause',
      host: run.host ?? parent?.host,
      getModel,
    }
  }
  const onEnd = (state: RunState) => {
    liveRuns.delete(state)
  }
  const change = (names: string[], problems: ToolProblem[]): Registration => {
    const live = liveRuns.size > 0
    for (const state of liveRuns)
      state.warn(
        'TOOL_NEXT_RUN',
        `${names.join(', ')}: registered while this run is going on, so from the next run on`,
      )
    return { names, effective: live ? 'next-run' : 'now', problems }
  }
  const addTools = (given: readonly AgentTool[], register: RegisterOptions = {}): Registration => {
    const next = new Map(tools)
    for (const tool of given) {
      if (register.override && tool) next.delete(tool.name)
      addTo(next, tool)
    }
    const made = buildToolRegistry([...next.values()])
    tools.clear()
    for (const [name, tool] of next) tools.set(name, tool)
    registry = made
    const names = given.map((tool) => tool?.name)
    if (register.group)
      groups.set(register.group, [...(groups.get(register.group) ?? []), ...names])
    return change(
      names,
      made.problems.filter((problem) => names.includes(problem.toolName)),
    )
  }
  const agent: Agent = {
    run(input, run = {}) {
      const config = configure(run)
      const history = readHistory(run, redaction)
      const made = createRun({
        config,
        runId: run.runId ?? crypto.randomUUID(),
        input,
        history,
        journal: run.journal,
        parkAfterMs: run.parkAfterMs,
        signals: [run.signal, run.parent?.signal],
        onEnd,
      })
      liveRuns.add(made.state)
      return made.run
    },
    resume(snapshot, decisions = {}, resume = {}) {
      const config = configure(resume)
      checkSnapshot(
        snapshot,
        resume.onChangedTools === 'continue' ? undefined : registry.fingerprint,
      )
      checkDecisions(snapshot, decisions)
      const made = createRun({
        config,
        runId: snapshot.runId,
        input: snapshot.input,
        history: snapshot.transcript,
        journal: resume.journal,
        parkAfterMs: resume.parkAfterMs,
        signals: [resume.signal],
        snapshot: structuredClone(snapshot),
        decisions,
        onEnd,
      })
      liveRuns.add(made.state)
      return made.run
    },
    registerTool: (tool, register) => addTools([tool], register),
    addTools,
    removeTool(name) {
      if (!tools.delete(name)) return false
      registry = buildToolRegistry([...tools.values()])
      return true
    },
    getToolPresentations: () => registry.presentations(),
    get tools() {
      return registry.tools.map((tool) => tool.definition)
    },
    get problems() {
      return registry.problems
    },
  }
  return agent
}

function addTo(tools: Map<string, AgentTool>, tool: AgentTool): void {
  // A tool without a usable name is kept as well: the registry says what is wrong with it.
  const name = String(tool?.name)
  if (tools.has(name))
    throw new HarnessError(
      'TOOL_DUPLICATE',
      `Two tools are called "${name}". Rename one, or replace it with registerTool(tool, { override: true }).`,
    )
  tools.set(name, tool)
}

function expandTools(options: AgentOptions): AgentTool[] {
  const { tools = [], groups = {} } = options
  return tools.flatMap((item) => {
    if (typeof item !== 'string') return [item]
    if (Object.hasOwn(groups, item)) return [...groups[item]!]
    const known = Object.keys(groups)
    throw new HarnessError(
      'GROUP_UNKNOWN',
      known.length > 0
        ? `There is no tool group "${item}". The groups are: ${known.join(', ')}.`
        : `"${item}" names a tool group, and this agent has none. Workspace groups come with: import { createAgent } from '@toolprism/harness/node'`,
    )
  })
}

function listOf(hooks: AgentOptions['hooks']): readonly AgentHooks[] {
  if (hooks === undefined) return []
  return Array.isArray(hooks) ? [...(hooks as readonly AgentHooks[])] : [hooks as AgentHooks]
}

function refuseNodeOptions(options: object): void {
  for (const key of ['workspacePath', 'skillsDir'])
    if (key in options)
      throw new HarnessError(
        'OPTION_NEEDS_NODE',
        `${key} needs files. Import createAgent from '@toolprism/harness/node' instead of '@toolprism/harness'.`,
      )
}

const resolverLine =
  "resolveModel: providerModel, // import { providerModel } from '@toolprism/adapter-ai-sdk/model'"

function requireModel(options: AgentOptions): void {
  const { model, resolveModel: resolver } = options
  if (model === undefined || model === null)
    throw new HarnessError(
      'MODEL_MISSING',
      `The agent has no model. Add one to createAgent: model: someModel, or model: 'name' with ${resolverLine}`,
    )
  if (typeof model === 'string' && !resolver)
    throw new HarnessError(
      'MODEL_UNRESOLVED',
      `The model is the name "${model}", and nothing turns it into a model. Add this line to createAgent: ${resolverLine}`,
    )
}

async function resolveModel(options: AgentOptions): Promise<Model> {
  const { provider, model, apiKey, baseURL } = options
  const resolved = await options.resolveModel!({
    model: model as string,
    ...(provider === undefined ? {} : { provider }),
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(baseURL === undefined ? {} : { baseURL }),
  })
  if (typeof resolved?.stream !== 'function')
    throw new HarnessError(
      'MODEL_UNRESOLVED',
      `resolveModel answered no model for "${String(model)}"`,
    )
  return resolved
}

function readHistory(
  run: RunOptions,
  redaction: ReturnType<typeof createRedaction>,
): RunOptions['history'] & {} {
  const history = run.history ?? []
  const fault = checkTranscript(history)[0]
  if (fault)
    throw new HarnessError(
      'HISTORY_INVALID',
      `The history is broken at message ${fault.index}: ${fault.message}. Give the whole transcript of a result.`,
    )
  return redaction ? history.map((message) => redactMessage(message, redaction)) : history
}

/** @throws HarnessError DECISION_REFUSED: a decision about anything but an open question has no effect anywhere. */
function checkDecisions(snapshot: Snapshot, decisions: Record<string, Decision>): void {
  for (const [id, decision] of Object.entries(decisions)) {
    const question = snapshot.pending.find((item) => item.id === id)
    const outcome = question
      ? checkDecision(question, decision)
      : snapshot.answered.includes(id)
        ? 'duplicate'
        : 'unknown'
    if (outcome !== 'accepted')
      throw new HarnessError(
        'DECISION_REFUSED',
        `The decision for "${id}" was refused (${outcome}). Open are: ${snapshot.pending.map((item) => item.id).join(', ') || 'none'}.`,
      )
  }
}
