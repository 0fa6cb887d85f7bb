import type { Json, Run, RunEvent, RunResult } from '@toolprism/harness'
import { messageOf } from './errors'
import type { EventStore } from './event-store'

export interface Publisher {
  /** Takes the events of a run from its first one on. */
  attach(run: Run): void
  /** Settles when everything told so far is in the store, or the store takes too long. */
  flush(): Promise<void>
  /** The run is over: its last event is in the store, whichever attempt it ended in. */
  end(result: RunResult): Promise<void>
  /** The attempt is over: nothing of it is told any more. */
  close(): void
}

export const silent: Publisher = {
  attach: () => {},
  flush: async () => {},
  end: async () => {},
  close: () => {},
}

/** A run does not wait longer than this for a store that does not answer. Milliseconds. */
const patience = 2000

/** Events of the answer that was being written: a new attempt writes it again. */
const partial = new Set(['text.delta', 'reasoning.delta', 'tool.input'])

/** Carries the events of one attempt to the store, in batches, in order. */
export function createPublisher(
  store: EventStore,
  runId: string,
  onProblem: (message: string) => void,
): Publisher {
  const writer = crypto.randomUUID()
  let queue: RunEvent[] = []
  let pumping: Promise<void> | undefined
  let closed = false
  let told: RunEvent | undefined
  let opened: Promise<RunEvent | undefined> | undefined
  const open = () => {
    // The cast: what is in the store is what a publisher has put there.
    opened ??= store.open(runId, writer).then((last) => last?.event as RunEvent | undefined)
    return opened
  }
  const pump = async () => {
    try {
      const last = await open()
      while (queue.length > 0 && !closed) {
        const batch: RunEvent[] = queue
        queue = []
        const events = told === undefined ? takeOver(last, batch) : batch
        told = batch.at(-1)
        if (!(await store.append(runId, writer, events as unknown as Json[]))) closed = true
      }
    } catch (error) {
      opened = undefined
      onProblem(`events of ${runId} were not kept: ${messageOf(error)}`)
    } finally {
      pumping = undefined
    }
  }
  const flush = async () => {
    if (closed || (queue.length === 0 && !pumping)) return
    pumping ??= pump()
    await withinPatience(pumping)
  }
  return {
    attach(run) {
      // At once: an attempt that begins late must not shut out the one that followed it.
      open().catch(() => {
        opened = undefined
      })
      run.subscribe((event) => {
        // Whether the run has ended is for the engine to say: it may be parked, or tried again.
        if (closed || event.type === 'run.ended') return
        queue.push(event)
        pumping ??= pump()
      })
    },
    flush,
    async end(result) {
      await flush()
      if (closed) return
      // Told before, by an attempt that was cut off right after.
      const last = told ?? (await withinPatience(open().catch(() => undefined)))
      if (last?.type === 'run.ended') return
      queue.push(endOf(runId, result))
      await flush()
    },
    close() {
      closed = true
      queue = []
    },
  }
}

/** Tells readers to drop what an attempt that is gone had shown of the answer this one writes again. */
function takeOver(last: RunEvent | undefined, batch: RunEvent[]): RunEvent[] {
  const first = batch[0]
  if (!last || !first || !partial.has(last.type) || last.step !== first.step) return batch
  const again = batch.find((event) => 'messageId' in event)
  const messageId =
    again && 'messageId' in again
      ? again.messageId
      : 'messageId' in last
        ? last.messageId
        : undefined
  if (messageId === undefined) return batch
  const retried: RunEvent = {
    type: 'model.retried',
    runId: first.runId,
    sequence: first.sequence,
    timestamp: first.timestamp,
    ...(first.step === undefined ? {} : { step: first.step }),
    messageId,
    attempt: 1,
    delay: 0,
    kind: 'network',
    message: 'the worker was lost; another one asks the model again',
  }
  return [retried, ...batch]
}

function endOf(runId: string, result: RunResult): RunEvent {
  const { status, text, steps, usage, error } = result
  return {
    type: 'run.ended',
    runId,
    sequence: 0,
    timestamp: Date.now(),
    ...(steps > 0 ? { step: steps } : {}),
    status,
    text,
    steps,
    usage,
    ...(error ? { error } : {}),
  }
}

async function withinPatience<Value>(promise: Promise<Value>): Promise<Value | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), patience)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
