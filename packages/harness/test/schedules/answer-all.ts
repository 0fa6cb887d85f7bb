import type { Decision, PendingQuestion, Run, RunResult } from '@toolprism/harness'
import { settle } from '@toolprism/harness/testing'
import { dice, type Simulation } from './simulate'

/** Drives a run to its end, answering each question in a way that depends on the question alone. */
export async function answerAll(run: Run, { clock }: Simulation, seed: number): Promise<RunResult> {
  let result: RunResult | undefined
  void run.finished.then((end) => {
    result = end
  })
  for (let turn = 0; turn < 2000; turn++) {
    await settle()
    if (result) return result
    for (const question of [...run.pending]) run.resolve(question.id, answerOf(question, seed))
    if (clock.pending > 0) await clock.advance(10)
  }
  throw new Error('the run does not end')
}

function answerOf(question: PendingQuestion, seed: number): Decision {
  if (question.kind === 'question') return { answer: { action: 'decline' } }
  // By call, not by order: a resumed run asks in another one.
  const number = Number(/_(\d+)_(\d+)/.exec(question.callId)?.slice(1).join('') ?? 0)
  return dice(seed * 1000 + number).chance(0.3) ? { allow: false, reason: 'no' } : { allow: true }
}
