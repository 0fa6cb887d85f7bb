import { canonicalJson } from '../canonical-json'
import type { JournalFactory } from '../journal'
import type { Decision, PendingQuestion } from '../permission-types'
import type { Run, RunResult } from '../run-types'
import { type JournalEntry, recordingJournal } from './recording-journal'

export interface AssertDeterministicOptions {
  /** Answers open questions. @default allows everything, declines every question of a tool */
  answer?(question: PendingQuestion): Decision
  /** In [0, 1), for the order in which replayed parallel steps come back. @default a fixed sequence */
  random?: () => number
}

export interface DeterminismReport {
  result: RunResult
  entries: readonly JournalEntry[]
  /** How many replays were compared. */
  replays: number
}

/**
 * Runs once, then again from the journal cut after every single entry, with replayed parallel steps coming back in
 * another order, and compares transcripts and step ids. Give `start` a fixed `runId`, a fresh agent and model each
 * time, and tools that answer alike.
 * @throws Error at the first difference, naming the entry after which the run was cut.
 */
export async function assertDeterministic(
  start: (journal: JournalFactory) => Run,
  options: AssertDeterministicOptions = {},
): Promise<DeterminismReport> {
  const random = options.random ?? sequence()
  const first = recordingJournal()
  const result = await finish(start(first.factory), options)
  const wanted = fingerprint(result)
  const ids = sortedIds(first.entries)
  for (let cut = 0; cut <= first.entries.length; cut++) {
    const again = recordingJournal({ recorded: first.entries.slice(0, cut), random })
    const replayed = await finish(start(again.factory), options)
    const where =
      cut === 0 ? 'without a journal' : `cut after "${first.entries[cut - 1]!.id}" (entry ${cut})`
    if (fingerprint(replayed) !== wanted)
      throw new Error(`the run is not deterministic ${where}: ${difference(result, replayed)}`)
    if (sortedIds(again.entries) !== ids)
      throw new Error(
        `the run took other steps ${where}: ${sortedIds(again.entries)} instead of ${ids}`,
      )
  }
  return { result, entries: first.entries, replays: first.entries.length + 1 }
}

async function finish(run: Run, options: AssertDeterministicOptions): Promise<RunResult> {
  for (;;) {
    const result = await run.result
    if (result.status !== 'paused' || run.pending.length === 0) return result
    const question = run.pending[0]!
    run.resolve(question.id, options.answer?.(question) ?? defaultAnswer(question))
  }
}

function defaultAnswer(question: PendingQuestion): Decision {
  return question.kind === 'question' ? { answer: { action: 'decline' } } : { allow: true }
}

function fingerprint({ status, text, transcript, usage, error }: RunResult): string {
  return canonicalJson({ status, text, transcript, usage, error: error?.code })
}

function sortedIds(entries: readonly JournalEntry[]): string {
  return entries
    .map((entry) => entry.id)
    .sort()
    .join(' ')
}

function difference(left: RunResult, right: RunResult): string {
  if (left.status !== right.status)
    return `status ${right.status} (${right.error?.message ?? ''}) instead of ${left.status}`
  const index = left.transcript.findIndex(
    (message, at) => canonicalJson(message) !== canonicalJson(right.transcript[at]),
  )
  return `message ${index} is ${JSON.stringify(right.transcript[index])?.slice(0, 300)} instead of ${JSON.stringify(left.transcript[index])?.slice(0, 300)}`
}

/** Numbers that look random and are the same every time (mulberry32). */
function sequence(seed = 1): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
