import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { HarnessError } from '../../errors'
import {
  JOURNAL_FORMAT,
  type Journal,
  type JournalBinding,
  type JournalFactory,
  type StepContext,
  type StepExecutor,
  type StepSpec,
} from '../../journal'
import { type JsonLines, openJsonLines } from './json-lines'

export interface FileJournalOptions {
  /**
   * Waits until each record is on the disk: safe against a power cut, and slower.
   * @default false
   */
  sync?: boolean
}

type JournalRecord =
  | { type: 'run'; format: number; runId: string }
  /** A step that must not run twice has begun. */
  | { type: 'started'; id: string }
  | { type: 'done'; id: string; output?: unknown }
  | { type: 'answer'; token: string; value?: unknown; timedOut?: true }
  | { type: 'sleep'; id: string; until: number }

/**
 * A journal in a file, for runs that survive their process: run the agent again with the same `runId` and the
 * same file, and what was done is not done again. One process at a time.
 * @throws HarnessError JOURNAL_MISMATCH when the file belongs to another run or format.
 */
export function fileJournal(path: string, options: FileJournalOptions = {}): JournalFactory {
  return (binding) => {
    mkdirSync(dirname(path), { recursive: true })
    const file = openJsonLines(path, { kind: 'journal', ...options })
    return createJournal(file, readRecords(file, path, binding.runId), binding)
  }
}

interface Recorded {
  done: Map<string, unknown>
  started: Set<string>
  answers: Map<string, { value: unknown } | { timedOut: true }>
  sleeps: Map<string, number>
}

function readRecords(file: JsonLines, path: string, runId: string): Recorded {
  const [head, ...rest] = file.records as JournalRecord[]
  if (head === undefined) file.append({ type: 'run', format: JOURNAL_FORMAT, runId })
  else if (head.type !== 'run' || head.format !== JOURNAL_FORMAT || head.runId !== runId)
    throw new HarnessError(
      'JOURNAL_MISMATCH',
      `The journal ${path} is not one of run "${runId}" in format ${JOURNAL_FORMAT}. Give each run a file of its own.`,
    )
  const recorded: Recorded = {
    done: new Map(),
    started: new Set(),
    answers: new Map(),
    sleeps: new Map(),
  }
  for (const record of rest) {
    if (record.type === 'started') recorded.started.add(record.id)
    else if (record.type === 'done') recorded.done.set(record.id, record.output)
    else if (record.type === 'sleep') recorded.sleeps.set(record.id, record.until)
    else if (record.type === 'answer')
      recorded.answers.set(
        record.token,
        record.timedOut ? { timedOut: true } : { value: record.value },
      )
  }
  return recorded
}

function createJournal(file: JsonLines, recorded: Recorded, binding: JournalBinding): Journal {
  const { signal, clock, runId } = binding
  const write = (record: JournalRecord) => file.append(record)
  const waiting = new Map<string, (value: unknown) => void>()
  /** Steps the journal numbers itself: they come in the same order in every replay. */
  const counts = new Map<string, number>()
  const nextId = (kind: string) => {
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return `${kind}#${count}`
  }
  const once = async <T>(id: string, make: () => T): Promise<T> => {
    // What was recorded under this id came from the same call.
    if (recorded.done.has(id)) return recorded.done.get(id) as T
    const output = make()
    write({ type: 'done', id, output })
    return output
  }
  const run = async <Input, Output>(
    step: StepSpec<Input>,
    execute: StepExecutor<Input, Output>,
  ): Promise<Output> => {
    if (recorded.done.has(step.id)) return recorded.done.get(step.id) as Output
    const context: StepContext = {
      runId,
      id: step.id,
      key: `${runId}/${step.id}`,
      attempt: 1,
      signal,
    }
    if (step.replay === 'never') {
      if (recorded.started.has(step.id)) context.interrupted = true
      else write({ type: 'started', id: step.id })
    }
    const output = await execute(step.input, context)
    write({ type: 'done', id: step.id, output })
    return output
  }
  return {
    signal,
    run,
    all: (steps, execute) => Promise.allSettled(steps.map((step) => run(step, execute))),
    async wait<Value>(token: string, options: { timeoutMs?: number } = {}) {
      const known = recorded.answers.get(token)
      if (known) return known as { value: Value } | { timedOut: true }
      return waitFor(binding, options.timeoutMs, {
        open: (answer) => waiting.set(token, answer),
        close: () => waiting.delete(token),
        timedOut: () => write({ type: 'answer', token, timedOut: true }),
      })
    },
    deliver(token, value) {
      const answer = waiting.get(token)
      if (!answer) return false
      write({ type: 'answer', token, value })
      answer(value)
      return true
    },
    async sleep(milliseconds) {
      const id = nextId('sleep')
      const until = recorded.sleeps.get(id) ?? clock.now() + milliseconds
      if (!recorded.sleeps.has(id)) write({ type: 'sleep', id, until })
      const rest = until - clock.now()
      if (rest > 0)
        await waitFor(binding, rest, { open: () => {}, close: () => {}, timedOut: () => {} })
    },
    now: () => once(nextId('now'), () => clock.now()),
    uuid: () => once(nextId('uuid'), () => crypto.randomUUID()),
    random: () => once(nextId('random'), () => Math.random()),
  }
}

interface Waiter {
  open(answer: (value: unknown) => void): void
  close(): void
  timedOut(): void
}

/** Waits for an answer, a time or the end of the run, whichever comes first. */
function waitFor<Value>(
  { signal, clock }: JournalBinding,
  timeoutMs: number | undefined,
  waiter: Waiter,
): Promise<{ value: Value } | { timedOut: true }> {
  return new Promise((resolve, reject) => {
    const cancelled = () => new DOMException('the run was cancelled', 'AbortError')
    if (signal.aborted) return reject(cancelled())
    const settle = (then: () => void) => {
      waiter.close()
      signal.removeEventListener('abort', stop)
      cancelTimer?.()
      then()
    }
    const stop = () => settle(() => reject(cancelled()))
    const cancelTimer =
      timeoutMs === undefined
        ? undefined
        : clock.after(timeoutMs, () =>
            settle(() => {
              waiter.timedOut()
              resolve({ timedOut: true })
            }),
          )
    signal.addEventListener('abort', stop)
    // The shape of an answer is between the one who asks and the one who answers.
    waiter.open((value) => settle(() => resolve({ value: value as Value })))
  })
}
