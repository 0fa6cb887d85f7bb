import type { Json } from '@toolprism/harness'
import type { EventStore, StoredEvent } from './event-store'
import {
  type RedisClient,
  type RedisEntry,
  type RedisStoreOptions,
  type RedisSubscriber,
  week,
} from './redis-client'

export interface RedisEventStore extends EventStore {
  /** Closes the one connection the store opened for its readers; the client given stays open. */
  close(): void
}

/** Checks the writer, numbers the events and wakes the readers, in one go. */
const appendScript = `
local writer = redis.call('HGET', KEYS[2], 'writer')
if ARGV[1] ~= '' and writer ~= ARGV[1] then return 0 end
for index = 5, #ARGV do
  local sequence = redis.call('HINCRBY', KEYS[2], 'sequence', 1)
  redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[3], sequence .. '-0', 'event', ARGV[index])
end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
redis.call('PEXPIRE', KEYS[2], ARGV[2])
redis.call('PUBLISH', ARGV[4], '')
return 1`

const openScript = `
redis.call('HSET', KEYS[1], 'writer', ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1`

/** How many events a reader takes at a time. */
const page = 500
/** Milliseconds after which a reader looks by itself: a message may be lost while a connection is made anew. */
const patience = 5000

/**
 * Events in Redis Streams: one stream a run, one connection for all readers of a process.
 * @param redis an ioredis client
 */
export function redisEventStore(
  redis: RedisClient,
  options: RedisStoreOptions & {
    /**
     * Events kept of a run, roughly; the oldest give way.
     * @default 10000
     */
    maxEvents?: number
  } = {},
): RedisEventStore {
  const { prefix = 'toolprism', retentionMs = week, maxEvents = 10_000 } = options
  // Braces: both keys of a run on one node of a cluster.
  const streamOf = (runId: string) => `${prefix}:{${runId}}:events`
  const headOf = (runId: string) => `${prefix}:{${runId}}:head`
  const channels = createChannels(redis)
  return {
    async open(runId, writer) {
      await redis.eval(openScript, 1, headOf(runId), writer, retentionMs)
      const [last] = await redis.xrevrange(streamOf(runId), '+', '-', 'COUNT', 1)
      return last && toEvent(last)
    },
    async append(runId, writer, events) {
      if (events.length === 0) return true
      const texts = events.map((event) => JSON.stringify(event))
      const kept = await redis.eval(
        appendScript,
        2,
        streamOf(runId),
        headOf(runId),
        writer ?? '',
        retentionMs,
        maxEvents,
        streamOf(runId),
        ...texts,
      )
      return kept === 1
    },
    async *read(runId, { after, signal }) {
      const stream = streamOf(runId)
      // Listening first: what is added after the look must wake us.
      const channel = await channels.open(stream)
      try {
        for (let position = after; !signal?.aborted; ) {
          channel.reset()
          const entries = await redis.xrange(stream, `(${position}-0`, '+', 'COUNT', page)
          for (const entry of entries) {
            const event = toEvent(entry)
            position = event.sequence
            yield event
            if (signal?.aborted) return
          }
          if (entries.length === 0) await channel.wait(signal)
        }
      } finally {
        await channel.close()
      }
    },
    close: channels.close,
  }
}

function toEvent([id, fields]: RedisEntry): StoredEvent {
  // The cast: what append has written.
  return { sequence: Number.parseInt(id, 10), event: JSON.parse(fields[1] ?? 'null') as Json }
}

interface Channel {
  /** What came before this counts no more. */
  reset(): void
  wait(signal: AbortSignal | undefined): Promise<void>
  close(): Promise<void>
}

/** One subscriber connection for every reader, made when the first one comes. */
function createChannels(redis: RedisClient) {
  let subscriber: RedisSubscriber | undefined
  const listeners = new Map<string, Set<() => void>>()
  const connect = () => {
    if (subscriber) return subscriber
    subscriber = redis.duplicate()
    subscriber.on('message', (channel) => {
      for (const listener of [...(listeners.get(channel) ?? [])]) listener()
    })
    return subscriber
  }
  return {
    async open(name: string): Promise<Channel> {
      let told = false
      let wake: (() => void) | undefined
      const listener = () => {
        told = true
        wake?.()
      }
      const known = listeners.get(name)
      if (known) known.add(listener)
      else {
        listeners.set(name, new Set([listener]))
        await connect().subscribe(name)
      }
      return {
        reset() {
          told = false
        },
        wait: (signal) =>
          new Promise((resolve) => {
            const done = () => {
              clearTimeout(timer)
              wake = undefined
              signal?.removeEventListener('abort', done)
              resolve()
            }
            const timer = setTimeout(done, patience)
            wake = done
            signal?.addEventListener('abort', done)
            if (told || signal?.aborted) done()
          }),
        async close() {
          const left = listeners.get(name)
          left?.delete(listener)
          if (left?.size !== 0) return
          listeners.delete(name)
          await subscriber?.unsubscribe(name)
        },
      }
    },
    close() {
      subscriber?.disconnect()
      subscriber = undefined
      listeners.clear()
    },
  }
}
