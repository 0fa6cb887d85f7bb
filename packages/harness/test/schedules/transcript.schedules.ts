import type {
  Decision,
  GapEvent,
  PendingQuestion,
  Run,
  RunEvent,
  RunResult,
} from '@toolprism/harness'
import { checkTranscript, settle } from '@toolprism/harness/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadCore } from './load-core'
import { agentOf, type Dice, dice, type Simulation, simulate } from './simulate'

const schedules = 20_000
const batch = 1000
const ends = new Set<string>()

beforeAll(loadCore)

describe(`${schedules} seeded schedules of abort, throw, deny, time-out, cut and slow readers`, () => {
  const batches = Array.from({ length: schedules / batch }, (_, index) => index * batch)
  test.each(batches)('%i and on', async (first) => {
    const faults: string[] = []
    for (let seed = first; seed < first + batch; seed++)
      for (const fault of await play(seed)) faults.push(`seed ${seed}: ${fault}`)
    expect(faults).toEqual([])
  })
})

test('the schedules reached every end a run can have', () => {
  expect([...ends].sort()).toEqual([
    'aborted',
    'budget',
    'completed',
    'failed',
    'max_steps',
    'paused',
    'repetition',
  ])
})

async function play(seed: number): Promise<string[]> {
  const simulation = simulate(seed, { faults: true })
  const roll = dice(seed ^ 0x5eed)
  const run = agentOf(simulation).run('go', simulation.run)
  const seen: RunEvent[] = []
  run.subscribe((event) => seen.push(event))
  disturb(run, roll)
  const reader = slowReader(run, roll)
  const result = await drive(run, simulation, roll)
  ends.add(result.status)
  return [
    ...checkTranscript(result.transcript).map((fault) => `transcript: ${fault.message}`),
    ...checkEvents(seen, result),
    ...checkCalls(seen, simulation, result),
    ...(await reader),
  ]
}

/** Ends or pauses the run at some event, or not at all. */
function disturb(run: Run, roll: Dice): void {
  const kind = roll.pick(['abort', 'pause', 'none', 'none'] as const)
  const at = 1 + roll.below(60)
  const inside = roll.chance(0.5)
  run.subscribe((event) => {
    if (event.sequence !== at) return
    const act = () =>
      kind === 'abort' ? run.abort() : kind === 'pause' ? void run.pause() : undefined
    if (inside) act()
    else queueMicrotask(act)
  })
}

/** Lets time go on and answers questions until the run has ended. */
async function drive(run: Run, { clock }: Simulation, roll: Dice): Promise<RunResult> {
  let result: RunResult | undefined
  void run.finished.then((end) => {
    result = end
  })
  for (let turn = 0; turn < 5000; turn++) {
    await settle()
    if (result) return result
    const { pending } = run
    if (pending.length > 0 && (roll.chance(0.6) || clock.pending === 0))
      run.resolve(roll.pick(pending).id, decide(pending[0]!, roll))
    if (clock.pending > 0) await clock.advance(1 + roll.below(60))
  }
  throw new Error('the run does not end')
}

function decide(question: PendingQuestion, roll: Dice): Decision {
  if (roll.chance(0.1)) return { answer: { action: 'accept', content: {} } }
  if (question.kind === 'question') return { answer: { action: roll.pick(['decline', 'cancel']) } }
  if (roll.chance(0.3)) return { allow: false, reason: 'no' }
  return roll.pick<Decision>([
    { allow: true },
    { allow: true, remember: 'run' },
    { allow: true, input: { n: 7 } },
    { allow: true, input: { n: 'bad' } },
    { allow: true, inputHash: 'stale' },
  ])
}

/** A reader that falls asleep and comes back where it was cut. */
async function slowReader(run: Run, roll: Dice): Promise<string[]> {
  const faults: string[] = []
  let next = 1
  for (let round = 0; round < 200; round++) {
    const options = { from: next, buffer: roll.pick([4, 16, 1000]) }
    let gap: GapEvent | undefined
    for await (const event of run.events(options)) {
      if (roll.chance(0.2)) await settle()
      if (event.type === 'gap') {
        gap = event
        break
      }
      if (event.sequence - (event.merged ?? 1) + 1 !== next)
        faults.push(`reader: wanted ${next}, got ${event.sequence} (${event.merged ?? 1} merged)`)
      next = event.sequence + 1
      if (event.type === 'run.ended') return faults
    }
    if (!gap) return [...faults, 'reader: the stream ended without run.ended']
    next = gap.to + 1
  }
  return [...faults, 'reader: too many gaps']
}

function checkEvents(seen: readonly RunEvent[], result: RunResult): string[] {
  const faults: string[] = []
  seen.forEach((event, index) => {
    if (event.sequence !== index + 1) faults.push(`event ${index + 1} has number ${event.sequence}`)
  })
  const ended = seen.filter((event) => event.type === 'run.ended')
  if (ended.length !== 1 || seen.at(-1) !== ended[0])
    faults.push('run.ended is not the one last event')
  if (ended[0]?.type === 'run.ended' && ended[0].status !== result.status)
    faults.push(`event says ${ended[0].status}, result says ${result.status}`)
  return faults
}

/** Every call has one end, a result for it in the transcript, and was entered once at most, and only if it was let. */
function checkCalls(
  seen: readonly RunEvent[],
  { executed }: Simulation,
  result: RunResult,
): string[] {
  const faults: string[] = []
  const started = new Map<string, number>()
  const settled = new Map<string, string>()
  for (const event of seen) {
    if (event.type === 'tool.started') {
      started.set(event.callId, (started.get(event.callId) ?? 0) + 1)
      if (settled.has(event.callId)) faults.push(`${event.callId} begins after its end`)
    }
    if (event.type !== 'tool.completed' && event.type !== 'tool.failed') continue
    if (settled.has(event.callId)) faults.push(`${event.callId} ends twice`)
    settled.set(event.callId, event.type === 'tool.completed' ? 'ok' : event.failure)
  }
  for (const [callId, count] of started) {
    if (count > 1) faults.push(`${callId} begins ${count} times`)
    // A call a pause took back ends in the resumed run.
    if (!settled.has(callId) && result.status !== 'paused') faults.push(`${callId} never ends`)
  }
  const entered = new Map<string, number>()
  for (const { callId } of executed) entered.set(callId, (entered.get(callId) ?? 0) + 1)
  for (const [callId, count] of entered) {
    if (count > 1) faults.push(`${callId} was run ${count} times`)
    if (!started.has(callId)) faults.push(`${callId} was run without a beginning`)
    const state = settled.get(callId)
    if (state && ['invalid', 'unknown', 'blocked', 'denied', 'skipped'].includes(state))
      faults.push(`${callId} is ${state} and was run`)
  }
  for (const message of result.transcript) {
    if (message.role !== 'tool') continue
    for (const part of message.content)
      if (settled.get(part.callId) !== part.state)
        faults.push(
          `${part.callId} is ${part.state} in the transcript, ${settled.get(part.callId)} in the events`,
        )
  }
  return faults
}
