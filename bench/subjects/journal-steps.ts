import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Journal, type JournalFactory, memoryJournal } from '@toolprism/harness'
import { fileJournal } from '@toolprism/harness/node'

const clock = { now: () => Date.now(), after: () => () => {} }
const output = { kind: 'answer', parts: [{ type: 'text', text: 'Done.' }] }
const execute = async () => output
/** Once for a floor that makes the same context and awaits the same promise. */
const { signal } = new AbortController()

/** Takes so many steps and nothing else, and answers the milliseconds of one. */
export type TakeSteps = (count: number) => Promise<number>

/** Steps by themselves: called directly, and through each journal of one process. */
export function journalSteps(): Record<string, TakeSteps> {
  const folder = mkdtempSync(join(tmpdir(), 'toolprism-steps-'))
  let files = 0
  const file = (sync: boolean) => fileJournal(join(folder, `${files++}.jsonl`), { sync })
  return {
    'no journal': timed(async (count) => {
      for (let step = 0; step < count; step++) await execute()
    }),
    memoryJournal: throughJournal(() => memoryJournal()),
    fileJournal: throughJournal(() => file(false)),
    'fileJournal, on the disk': throughJournal(() => file(true)),
  }
}

function throughJournal(make: () => JournalFactory): TakeSteps {
  return async (count) => {
    const journal: Journal = make()({ runId: 'r', signal, clock })
    return timed(async () => {
      for (let step = 0; step < count; step++)
        await journal.run({ id: `${step}.model`, kind: 'model', input: { step } }, execute)
    })(count)
  }
}

function timed(work: (count: number) => Promise<void>): TakeSteps {
  return async (count) => {
    const started = performance.now()
    await work(count)
    return (performance.now() - started) / count
  }
}
