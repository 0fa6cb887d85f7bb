import type { Journal, JournalBinding, JournalFactory, StepContext, StepSpec } from '../journal'
import { memoryJournal } from '../memory-journal'

/** One thing a journal has kept: the output of a step, an answer, a time, a number. */
export interface JournalEntry {
  id: string
  /** The step's kind; `wait`, `sleep`, `now`, `uuid`, `random` for the rest. */
  kind: string
  value: unknown
}

export interface RecordingJournal {
  /** Give it to `agent.run` as `journal`. */
  factory: JournalFactory
  /** In the order in which they were finished. */
  readonly entries: readonly JournalEntry[]
  /** Ids of the steps that were given back instead of run. */
  readonly replayed: readonly string[]
}

export interface RecordingJournalOptions {
  /** Entries of an earlier run, given back as an engine does after a crash. */
  recorded?: readonly JournalEntry[]
  /** In [0, 1): the order in which replayed parallel steps come back. @default in array order */
  random?: () => number
}

/**
 * A journal that keeps everything and can begin from what another has kept. It holds a run to the rules an engine
 * depends on: every output is JSON, every id is used once, a replay asks for what was recorded.
 */
export function recordingJournal(options: RecordingJournalOptions = {}): RecordingJournal {
  const entries: JournalEntry[] = []
  const replayed: string[] = []
  const recorded = new Map(options.recorded?.map((entry) => [entry.id, entry]))
  const used = new Set<string>()

  const claim = (id: string, kind: string): JournalEntry | undefined => {
    if (used.has(id)) throw new Error(`journal id "${id}" is used twice`)
    used.add(id)
    const entry = recorded.get(id)
    if (!entry) return undefined
    if (entry.kind !== kind)
      throw new Error(`journal id "${id}" was recorded as ${entry.kind} and is now ${kind}`)
    replayed.push(id)
    entries.push(entry)
    return entry
  }
  const keep = <Value>(id: string, kind: string, value: Value): Value => {
    const copy = asJson(id, value)
    entries.push({ id, kind, value: copy })
    return copy
  }

  const factory: JournalFactory = (binding) =>
    createJournal(binding, claim, keep, options.random ?? (() => 0))
  return { factory, entries, replayed }
}

function createJournal(
  binding: JournalBinding,
  claim: (id: string, kind: string) => JournalEntry | undefined,
  keep: <Value>(id: string, kind: string, value: Value) => Value,
  random: () => number,
): Journal {
  const inner = memoryJournal()(binding)
  const counts = new Map<string, number>()
  const nextId = (kind: string) => {
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return `${kind}.${count}`
  }
  const contextOf = (step: StepSpec): StepContext => ({
    runId: binding.runId,
    id: step.id,
    key: `${binding.runId}/${step.id}`,
    attempt: 1,
    signal: binding.signal,
  })
  const draw = async <Value>(kind: string, make: () => Promise<Value>): Promise<Value> => {
    const id = nextId(kind)
    const entry = claim(id, kind)
    // The cast: what was recorded under an id is what is asked for under it.
    return entry ? (entry.value as Value) : keep(id, kind, await make())
  }
  return {
    signal: binding.signal,
    async run(step, execute) {
      const entry = claim(step.id, step.kind)
      if (entry) return structuredClone(entry.value) as never
      return keep(step.id, step.kind, await execute(asJson(step.id, step.input), contextOf(step)))
    },
    all(steps, execute) {
      const claimed = steps.map((step) => claim(step.id, step.kind))
      return Promise.allSettled(
        steps.map(async (step, index) => {
          const entry = claimed[index]
          if (!entry)
            return keep(
              step.id,
              step.kind,
              await execute(asJson(step.id, step.input), contextOf(step)),
            )
          for (let turn = Math.floor(random() * 5); turn > 0; turn--) await undefined
          return structuredClone(entry.value) as never
        }),
      )
    },
    async wait(token, options) {
      const entry = claim(token, 'wait')
      if (entry) return entry.value as never
      return keep(token, 'wait', await inner.wait(token, options)) as never
    },
    deliver: (token, value) => inner.deliver!(token, value),
    sleep: (milliseconds) =>
      draw('sleep', async () => {
        await inner.sleep(milliseconds)
        return null
      }).then(() => undefined),
    now: () => draw('now', inner.now),
    uuid: () => draw('uuid', inner.uuid),
    random: () => draw('random', inner.random),
  }
}

/** A value as it comes back from a store; whatever JSON would lose is an error here. */
function asJson<Value>(id: string, value: Value): Value {
  const text = JSON.stringify(value, (_, item: unknown) => {
    if (typeof item === 'function' || typeof item === 'symbol' || typeof item === 'bigint')
      throw new Error(`journal step "${id}" holds a ${typeof item}, which JSON can't carry`)
    return item
  })
  return (text === undefined ? undefined : JSON.parse(text)) as Value
}
