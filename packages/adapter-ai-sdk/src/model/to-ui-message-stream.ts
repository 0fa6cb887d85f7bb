import type { EventsOptions, GapEvent, RunEvent } from '@toolprism/harness'
import type { AiVersion } from '../ai-types'
import type { UiChunk } from './ui-chunk-types'
import { createRunChunkState, endRunChunks, isLastEvent, toRunChunks } from './ui-run-chunks'

/** What is read of a harness run: its events. */
export interface RunLike {
  readonly runId: string
  events(options?: EventsOptions): AsyncIterable<RunEvent | GapEvent>
}

export interface UiMessageStreamOptions<Version extends AiVersion = AiVersion> {
  /**
   * The AI SDK major that reads the stream.
   * @default 7
   */
  version?: Version
  /**
   * First event wanted: with the `sequence` of the message's metadata plus one, a stream goes on where the
   * last one ended (after an approval, or after a reload).
   * @default 0
   */
  from?: number
  /** Id of the message; give the old one to go on with it. @default left to the client */
  messageId?: string
  /** Laid over the metadata (`runId`, `sequence`) of the message. */
  messageMetadata?: Record<string, unknown>
  /** @default true */
  sendReasoning?: boolean
  /**
   * Writes tool calls as `dynamic-tool` parts instead of `tool-<name>` parts.
   * @default false
   */
  dynamic?: boolean
  /**
   * What a reader that goes away (a closed tab, `useChat`'s stop) does to the run.
   * @default 'abort'
   */
  onDisconnect?: 'abort' | 'continue'
  /**
   * Text of a failed run for the person.
   * @default the run's own error message
   */
  onError?: (error: { code: string; message: string }) => string
}

/**
 * Turns a harness run into an AI SDK UI message stream, for `createUIMessageStreamResponse` and `useChat`.
 * It ends with the run, or when the run waits for a person: answer with {@link readApprovals}, then stream on
 * with `from`. It never errors: a failed run is an `error` chunk.
 */
export function toUIMessageStream<Version extends AiVersion = 7>(
  run: RunLike,
  options: UiMessageStreamOptions<Version> = {},
): ReadableStream<UiChunk<Version>> {
  const { from = 0, onDisconnect = 'abort' } = options
  const state = createRunChunkState(run.runId, options)
  const controller = new AbortController()
  let iterator: AsyncIterator<RunEvent | GapEvent> | undefined
  const buffered: UiChunk[] = []
  let ended = false

  const read = async (): Promise<void> => {
    iterator ??= run
      .events({ from, onDisconnect, signal: controller.signal })
      [Symbol.asyncIterator]()
    const { done, value } = await iterator.next()
    ended = done === true || isLastEvent(value)
    buffered.push(...(done ? endRunChunks(state) : toRunChunks(state, value)))
  }

  const stream = new ReadableStream<UiChunk>({
    async pull(stream) {
      while (buffered.length === 0 && !ended) {
        try {
          await read()
        } catch (error) {
          ended = true
          buffered.push({ type: 'error', errorText: messageOf(error) })
        }
      }
      for (const chunk of buffered.splice(0)) stream.enqueue(chunk)
      if (ended) {
        stream.close()
        // The stream is over but the run may wait for a person: leaving it now is no disconnect.
        controller.abort()
      }
    },
    async cancel() {
      await iterator?.return?.()
    },
  })
  // createRunChunks writes what the version reads.
  return stream as ReadableStream<UiChunk<Version>>
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
