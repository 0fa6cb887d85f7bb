import { HarnessError } from './errors'
import { writeInstructions } from './instructions'
import type { Journal } from './journal'
import { type LoopEnd, runLoop } from './loop'
import { announce, closeAll } from './questions'
import type { RunSetup } from './run'
import { runHook } from './run-hook'
import { append, type RunState } from './run-state'
import type { RunResult } from './run-types'
import { makeSnapshot } from './snapshot'

/** From the first hook to the last. */
export async function playRun(
  state: RunState,
  journal: Journal,
  setup: RunSetup,
): Promise<RunResult> {
  const { config } = state
  const instructions = await writeInstructions(config.options, config.registry)
  if (instructions !== undefined) {
    const content = config.redaction ? config.redaction.text(instructions) : instructions
    state.view.unshift({ role: 'system', content })
  }
  await config.getModel()
  const refused = await start(state, journal, setup)
  const loopEnd = refused ?? (await runLoop(state, journal, setup.parkAfterMs))
  if (loopEnd.status !== 'paused') closeAll(state, 'the run has ended')
  const result = makeResult(state, loopEnd)
  if (loopEnd.status !== 'paused') await tellEnd(state, journal, result)
  return result
}

interface StartOutput {
  fingerprint: string
  blocked?: string
}

/** The tools are recorded, the start hooks asked, and what was said enters the transcript. */
async function start(
  state: RunState,
  journal: Journal,
  setup: RunSetup,
): Promise<LoopEnd | undefined> {
  const { config } = state
  const { fingerprint, names } = config.registry
  const input = { input: state.input, tools: names, fingerprint }
  let ran = false
  const output = await journal.run<typeof input, StartOutput>(
    { id: '0.start', kind: 'start', input },
    async () => {
      ran = true
      const blocked = setup.snapshot ? undefined : await askStartHooks(state)
      return { fingerprint, ...(blocked === undefined ? {} : { blocked }) }
    },
  )
  if (output.fingerprint !== fingerprint)
    throw new HarnessError(
      'JOURNAL_MISMATCH',
      'the tools are not those this run began with: start it anew, or bring the old tools back',
    )
  state.live = ran
  const model = await config.getModel()
  state.contextWindow = model.contextWindow
  state.textOnly = model.acceptsImages === false
  state.emit({
    type: 'run.started',
    input: state.input,
    model: model.id,
    tools: [...names],
    fingerprint,
    ...(setup.snapshot ? { resumed: true } : {}),
  })
  for (const problem of config.registry.problems)
    state.warn(problem.code, `tool ${problem.toolName} was left out: ${problem.message}`)
  if (setup.snapshot) resumeQuestions(state, setup)
  else append(state, { role: 'user', content: state.input })
  if (output.blocked === undefined) return undefined
  return {
    status: 'blocked',
    error: { code: 'HOOK_BLOCKED', message: output.blocked, retryable: false },
  }
}

/** Open questions are told again; the decisions that came with the snapshot are taken as answers. */
function resumeQuestions(state: RunState, setup: RunSetup): void {
  const { decisions = {}, snapshot } = setup
  for (const [id, decision] of Object.entries(snapshot?.decided ?? {}))
    state.answers.set(id, decision)
  for (const question of [...state.pending.values()]) {
    announce(state, question)
    const decision = decisions[question.id]
    if (!decision) continue
    state.answers.set(question.id, decision)
  }
}

async function askStartHooks(state: RunState): Promise<string | undefined> {
  const { config } = state
  for (const hooks of config.hooks) {
    if (!hooks.onRunStart) continue
    const outcome = await runHook(
      hooks,
      hooks.onRunStart,
      {
        runId: state.runId,
        input: state.input,
        tools: config.registry.names,
        host: config.host,
        signal: state.cancellation.signal,
      },
      state,
    )
    if ('aborted' in outcome) return undefined
    if ('failed' in outcome) {
      const name = hooks.name ?? 'onRunStart'
      if (hooks.onError !== 'ignore') return `hook ${name} failed: ${outcome.failed}`
      state.warn('HOOK_FAILED', `hook ${name} failed and was ignored: ${outcome.failed}`)
    } else if (outcome.value?.block === true)
      return outcome.value.reason ?? 'a hook blocked the run'
  }
  return undefined
}

async function tellEnd(state: RunState, journal: Journal, result: RunResult): Promise<void> {
  const { config } = state
  if (!config.hooks.some((hooks) => hooks.onRunEnd)) return
  const tell = async () => {
    for (const hooks of config.hooks) {
      if (!hooks.onRunEnd) continue
      const outcome = await runHook(
        hooks,
        hooks.onRunEnd,
        {
          runId: state.runId,
          result,
          host: config.host,
          signal: state.cancellation.signal,
        },
        state,
      )
      if ('failed' in outcome)
        state.warn('HOOK_FAILED', `hook ${hooks.name ?? 'onRunEnd'} failed: ${outcome.failed}`)
    }
    return null
  }
  // A cancelled run's journal is closed.
  if (state.cancellation.aborted) await tell()
  else await journal.run({ id: `${state.step}.end`, kind: 'end', input: null }, tell)
}

/** The result of a run that stands or has ended so. */
export function makeResult(state: RunState, end: LoopEnd): RunResult {
  const result: RunResult = {
    runId: state.runId,
    status: end.status,
    text: state.text,
    transcript: [...state.transcript],
    usage: state.usage,
    steps: state.step,
  }
  if (end.error) result.error = end.error
  if (end.status === 'paused') {
    result.pending = [...state.pending.values()]
    result.snapshot = makeSnapshot(state)
  }
  return result
}
