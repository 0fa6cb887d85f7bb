import { askAll } from './ask-turn'
import { checkEdits, checkTurn } from './check-turn'
import { executeCall, type ToolStepOutput } from './execute-call'
import type { Journal, StepSpec } from './journal'
import { setKept } from './kept'
import type { ToolMessage, ToolResultPart } from './message'
import { advancePhase } from './phase'
import { planWave } from './plan-wave'
import { append, type CallRecord, type RunState, type Turn } from './run-state'

export type TurnEnd = 'done' | 'paused' | 'stopped'

/** Runs the calls of the turn to their ends, asks where it must, and puts the turn into the transcript. */
export async function runTurn(
  state: RunState,
  journal: Journal,
  parkAfterMs: number | undefined,
): Promise<TurnEnd> {
  const turn = state.turn!
  await checkTurn(state, journal, turn)
  // What needs no person runs first; its results are kept while the questions are open.
  if (await runWaves(state, journal, turn)) return 'paused'
  for (let round = 1; turn.calls.some((call) => call.stage === 'asked'); round++) {
    if (await askAll(state, journal, turn, parkAfterMs)) return 'paused'
    if (state.cancellation.aborted) await skipRest(state, turn)
    await checkEdits(state, journal, turn, round)
    if (await runWaves(state, journal, turn)) return 'paused'
  }
  if (turn.calls.some((call) => call.stage !== 'settled')) return 'paused'
  commitTurn(state, turn)
  return state.cancellation.aborted ? 'stopped' : 'done'
}

/** Runs everything that can run now, wave after wave. True when a pause ended it. */
async function runWaves(state: RunState, journal: Journal, turn: Turn): Promise<boolean> {
  for (;;) {
    const wave = planWave(turn.calls)
    if (wave.length === 0) return false
    if (state.cancellation.aborted) {
      await skipRest(state, turn)
      return false
    }
    if (state.pausing) return true
    const steps = wave.map(
      (call): StepSpec<ToolStepInput> => ({
        id: `${turn.step}.tool.${call.index}`,
        kind: 'tool',
        input: { index: call.index, toolName: call.part.toolName, input: call.part.input },
        replay: call.refusal || !call.tool ? 'repeat' : call.tool.replay,
      }),
    )
    let ran = false
    const settled = await journal.all<ToolStepInput, ToolStepOutput>(steps, (input, context) => {
      ran = true
      return executeCall(state, turn.calls[input.index]!, context)
    })
    state.live = ran
    wave.forEach((call, index) => {
      const outcome = settled[index]!
      // Our executor never rejects: this is the engine's own, such as a cancellation, and it must go through.
      if (outcome.status === 'rejected') throw outcome.reason
      settleCall(state, call, outcome.value)
    })
  }
}

interface ToolStepInput {
  index: number
  toolName: string
  input: unknown
}

function settleCall(state: RunState, call: CallRecord, output: ToolStepOutput): void {
  // A replayed step's tool kept it in another process; for any other this says it again, in the order a replay will.
  for (const [key, value] of output.kept ?? []) setKept(state.kept, key, value)
  if (output.suspended) {
    call.stage = 'asked'
    return
  }
  const { part } = call
  const result: ToolResultPart = {
    type: 'tool-result',
    callId: part.callId,
    toolName: part.toolName,
    state: output.state,
    content: output.content,
  }
  if (part.providerCallId !== undefined) result.providerCallId = part.providerCallId
  if (output.state !== 'ok') result.isError = true
  call.result = result
  call.resultHash = output.hash
  call.stage = 'settled'
}

/** After an abort: everything that has not begun gets its result, past the journal, which is closed to us. */
async function skipRest(state: RunState, turn: Turn): Promise<void> {
  for (const call of turn.calls) {
    if (call.stage === 'settled') continue
    const context = {
      runId: state.runId,
      id: `${turn.step}.tool.${call.index}`,
      key: '',
      signal: state.cancellation.signal,
    }
    settleCall(state, call, await executeCall(state, call, context))
  }
}

/** The message for a model that reads text only. */
function withoutMedia(message: ToolMessage): ToolMessage {
  const content = message.content.map((part) => ({
    ...part,
    content: part.content.map((block): typeof block =>
      block.type === 'image' || block.type === 'audio'
        ? {
            type: 'text',
            text: `[${block.type} (${block.mimeType}) left out: this model reads text only]`,
          }
        : block,
    ),
  }))
  return { ...message, content }
}

/** The assistant message and all its results enter the transcript in one go: there is never a call without one. */
export function commitTurn(state: RunState, turn: Turn): void {
  const results: ToolMessage = { role: 'tool', content: turn.calls.map((call) => call.result!) }
  append(state, turn.message)
  append(state, results, state.textOnly ? withoutMedia(results) : results)
  state.turn = undefined
  for (const call of turn.calls) {
    const { tool, result } = call
    const changed = result!.state === 'ok' && tool !== undefined && !tool.readOnly
    if (!tool?.repeats)
      state.breaker.record(
        call.hash,
        call.refusal?.code === 'REPEATED' ? undefined : call.resultHash,
        changed,
      )
    if (tool) advancePhase(state, tool, result!.state)
  }
}
