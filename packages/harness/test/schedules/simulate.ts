import {
  type AgentHooks,
  type AgentOptions,
  type AgentTool,
  allow,
  ask,
  createAgent,
  deny,
  type RunOptions,
} from '@toolprism/harness'
import { fakeClock, type ScriptedTurn, scriptedModel } from '@toolprism/harness/testing'

/** Numbers that look random and are the same for a seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

export interface Dice {
  /** True with a probability. */
  chance(probability: number): boolean
  below(count: number): number
  pick<Item>(items: readonly Item[]): Item
}

export function dice(seed: number): Dice {
  const random = seeded(seed)
  const below = (count: number) => Math.floor(random() * count)
  return {
    chance: (probability) => random() < probability,
    below,
    pick: (items) => items[below(items.length)]!,
  }
}

/** How a tool behaves in a schedule. */
const behaviours = [
  'ok',
  'slow',
  'throws',
  'rejects',
  'stubborn',
  'long',
  'asks',
  'huge',
  'generates',
] as const

export interface Simulation {
  options: AgentOptions
  run: RunOptions
  clock: ReturnType<typeof fakeClock>
  /** One entry for each time a tool's function was entered. */
  executed: { callId: string; toolName: string }[]
}

export interface SimulationOptions {
  /** Faults of models, tools and hooks; without them every run with the same seed says the same. */
  faults: boolean
}

/** An agent with everything that can go wrong, all of it decided by the seed. */
export function simulate(seed: number, { faults }: SimulationOptions): Simulation {
  const roll = dice(seed)
  const clock = fakeClock()
  const executed: Simulation['executed'] = []
  const tools = ['alpha', 'beta', 'gamma', 'delta'].map((name) =>
    makeTool(
      name,
      faults ? roll.pick(behaviours) : roll.pick(['ok', 'slow', 'throws', 'asks'] as const),
    ),
  )

  function makeTool(name: string, behaviour: (typeof behaviours)[number]): AgentTool {
    const shared = roll.chance(0.5)
    return {
      name,
      description: `Does ${name}.`,
      inputSchema: {
        type: 'object',
        properties: { n: { type: 'integer' }, key: { type: 'string' } },
        required: ['n'],
      },
      annotations: { readOnlyHint: roll.chance(0.6) },
      timeoutMs: 1000,
      hints: {
        resources: (input: { key?: string }) =>
          shared ? [{ key: input.key ?? 'x', mode: roll.chance(0.5) ? 'read' : 'write' }] : [],
      },
      async execute(input: { n: number }, context) {
        executed.push({ callId: context.callId, toolName: name })
        return behave(behaviour, name, input, context)
      },
    } as AgentTool
  }

  async function behave(
    behaviour: (typeof behaviours)[number],
    name: string,
    input: { n: number },
    context: Parameters<AgentTool['execute']>[1],
  ): Promise<unknown> {
    const answer = `${name} says ${input.n}`
    const wait = (milliseconds: number) =>
      new Promise<void>((resolve) => clock.after(milliseconds, resolve))
    switch (behaviour) {
      case 'ok':
      case 'generates':
        return answer
      case 'slow':
        await wait(input.n % 7)
        return answer
      case 'throws':
        throw new Error(`${name} broke on ${input.n}`)
      case 'rejects':
        await wait(3)
        throw null
      case 'stubborn':
        return new Promise(() => {})
      case 'long':
        return new Promise((_, reject) => {
          context.signal.addEventListener('abort', () => reject(context.signal.reason))
        })
      case 'asks': {
        const given = await context.elicit!({
          message: `${name}?`,
          requestedSchema: { type: 'object' },
        })
        return `${answer}: ${given.action}`
      }
      case 'huge':
        return 'x'.repeat(50_000)
    }
  }

  const steps = 1 + roll.below(5)
  const turns: ScriptedTurn[] = Array.from({ length: steps }, (_, step) => makeTurn(step))
  // Some models go in circles, and some never come to an end.
  if (faults && roll.chance(0.1)) turns.fill(turns[0]!)
  if (!faults || roll.chance(0.9)) turns.push({ text: 'All done.' })
  function makeTurn(step: number): ScriptedTurn {
    const calls = Array.from({ length: 1 + roll.below(4) }, (_, index) => ({
      name: faults && roll.chance(0.05) ? 'nowhere' : roll.pick(tools).name,
      input: makeInput(step * 10 + index),
      ...(roll.chance(0.3) ? { id: roll.pick(['call_0', 'call_1', '']) } : {}),
    }))
    const usage = { input: 10, output: 5 }
    return { text: `Step ${step}.`, chunk: 1 + roll.below(8), calls, usage }
  }
  function makeInput(n: number): unknown {
    if (faults && roll.chance(0.05)) return '{"n": 1, "key'
    if (faults && roll.chance(0.05)) return { n: 'many' }
    return { n, key: roll.pick(['a', 'b']) }
  }
  const faulty = new Map<string, ScriptedTurn>()
  const model = scriptedModel(
    (request) => {
      const turn = turns[Math.min(request.step - 1, turns.length - 1)]!
      if (!faults) return turn
      const key = `${request.step} ${request.attempt}`
      if (!faulty.has(key)) faulty.set(key, breakTurn(turn))
      return faulty.get(key)!
    },
    { clock },
  )
  function breakTurn(turn: ScriptedTurn): ScriptedTurn {
    if (roll.chance(0.75)) return turn
    return roll.pick<ScriptedTurn>([
      { ...turn, cut: true },
      { ...turn, breaks: new Error('ECONNRESET') },
      { throws: Object.assign(new Error('busy'), { status: 529 }) },
      { ...turn, error: new Error('fetch failed') },
      { ...turn, finishReason: 'length' },
      { ...turn, delayMs: 50 },
      { ...turn, hangs: 'until-abort' },
      { ...turn, hangs: 'forever' },
      {},
      { throws: Object.assign(new Error('no'), { status: 401 }) },
    ])
  }

  const hooks: AgentHooks[] = faults ? [makeHooks(), makeHooks()] : []
  function makeHooks(): AgentHooks {
    const mood = roll.pick([
      'calm',
      'calm',
      'blocks',
      'throws',
      'rewrites',
      'slow',
      'hangs',
    ] as const)
    const rewriting = roll.pick([{ n: 5 }, { n: 'bad' }])
    return {
      name: mood,
      timeoutMs: 20,
      required: roll.chance(0.2),
      beforeToolCall() {
        if (!roll.chance(0.4)) return undefined
        if (mood === 'blocks') return { block: true, reason: 'not now' }
        if (mood === 'throws') throw new Error('hook broke')
        if (mood === 'rewrites') return { input: rewriting }
        if (mood === 'slow')
          return new Promise((resolve) => clock.after(5, () => resolve(undefined)))
        if (mood === 'hangs') return new Promise(() => {})
        return undefined
      },
      afterToolCall() {
        if (mood === 'throws' && roll.chance(0.3)) throw new Error('after broke')
        if (mood === 'hangs' && roll.chance(0.1)) return new Promise(() => {})
        return undefined
      },
    }
  }

  const rules = [
    ...(roll.chance(0.3) ? [allow('alpha')] : []),
    ...(roll.chance(0.2) ? [ask('beta')] : []),
    ...(roll.chance(0.2) ? [deny({ tool: 'gamma', input: { key: 'b' } })] : []),
  ]
  return {
    clock,
    executed,
    run: { runId: `run-${seed}` },
    options: {
      model,
      tools,
      hooks,
      clock,
      permissions: { rules },
      retry: { max: 2, baseDelayMs: 10 },
      limits: {
        maxSteps: faults ? roll.pick([2, 8, 8]) : 8,
        modelIdleTimeoutMs: 100,
        maxToolConcurrency: 1 + roll.below(4),
        ...(faults && roll.chance(0.2) ? { maxEvents: 32 } : {}),
        ...(faults && roll.chance(0.1) ? { tokenBudget: 20 } : {}),
      },
    },
  }
}

export function agentOf(simulation: Simulation) {
  return createAgent(simulation.options)
}
