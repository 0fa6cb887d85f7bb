import { asText } from '../view/is-record'
import type { ChatEvent, ChatTransport } from './chat.types'

export interface FollowOptions {
  transport: ChatTransport
  runId: string
  /** The first stream; absent to take the run up where `position` is. */
  first?: (() => AsyncIterable<ChatEvent>) | undefined
  signal: AbortSignal
  /** Number of the last event taken. */
  position(): number
  /** Takes an event; true when it was the last of the run. */
  receive(event: ChatEvent): boolean
  /** True when the run waits for a person: a stream that ends then has not broken. */
  isPaused(): boolean
  onReconnect(): void
  /** Milliseconds, doubled each time. */
  reconnectDelay: number
}

export type FollowOutcome =
  | { state: 'ended' | 'paused' | 'aborted' }
  | { state: 'lost'; gone: boolean; message: string }

const attempts = 6

/** Reads a run to its end, over as many streams as it takes. */
export async function followRun(options: FollowOptions): Promise<FollowOutcome> {
  const { transport, runId, signal } = options
  let open = options.first
  let message = ''
  for (let failures = 0; ; ) {
    const before = options.position()
    try {
      const stream = open?.() ?? transport.resume?.({ runId, after: before }, { signal })
      if (!stream || (await read(stream, options)))
        return { state: signal.aborted ? 'aborted' : 'ended' }
      if (options.isPaused()) return { state: 'paused' }
    } catch (error) {
      const problem = toProblem(error)
      message ||= problem.message
      // A run that never said a word is not gone: it did not begin, and the first problem says why.
      const gone = problem.code === 'RUN_GONE' && open === undefined && message === problem.message
      if (!signal.aborted && (problem.code === 'RUN_GONE' || problem.code === 'REFUSED'))
        return { state: 'lost', gone, message }
    }
    if (signal.aborted) return { state: 'aborted' }
    open = undefined
    failures = options.position() > before ? 1 : failures + 1
    if (!transport.resume || failures === attempts) return { state: 'lost', gone: false, message }
    options.onReconnect()
    await pause(options.reconnectDelay * 2 ** (failures - 1), signal)
  }
}

/** Reads one stream: true when the run ended in it. */
async function read(stream: AsyncIterable<ChatEvent>, options: FollowOptions): Promise<boolean> {
  for await (const event of stream)
    if (options.signal.aborted || options.receive(event)) return true
  return false
}

function toProblem(error: unknown): { code: unknown; message: string } {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown } // read defensively
  return { code, message: asText(message ?? error) }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
