import { type BlobStore, type EventStore, serveAgent } from '@toolprism/adapter-restate'
import { redisBlobStore, redisEventStore } from '@toolprism/adapter-restate/redis'
import type { Agent, Journal } from '@toolprism/harness'
import { Redis } from 'ioredis'
import { createTestAgent, type TestAgentOptions } from './agent'
import { serveFetch } from './fetch-server'

/** What a worker process of the tests is told, in the variable WORKER. */
export interface WorkerOptions extends TestAgentOptions {
  port: number
  service: string
  redisPort?: number
  parkAfterMs?: number
  stepTimeoutMs?: number
  maxJournalBytes?: number
  onChangedTools?: 'continue'
  identityKeys?: string[]
  /** @default 'http2' */
  serve?: 'fetch'
  /** What a deploy that renames steps does. */
  renameSteps?: boolean
}

const { port, service, redisPort, parkAfterMs, ...options } = JSON.parse(
  process.env['WORKER'] ?? '{}',
) as WorkerOptions
const stores: { eventStore?: EventStore; blobs?: BlobStore } = {}
if (redisPort !== undefined) {
  const redis = new Redis(redisPort, '127.0.0.1')
  stores.eventStore = redisEventStore(redis)
  stores.blobs = redisBlobStore(redis)
}
const { stepTimeoutMs, maxJournalBytes, onChangedTools, identityKeys } = options
const agent = createTestAgent(options)
const endpoint = await serveAgent(options.renameSteps ? renaming(agent) : agent, {
  service,
  ...stores,
  host: ({ runId }) => ({ runId }),
  parkAfterMs: parkAfterMs ?? 60_000,
  ...(stepTimeoutMs === undefined ? {} : { stepTimeoutMs }),
  ...(maxJournalBytes === undefined ? {} : { maxJournalBytes }),
  ...(onChangedTools === undefined ? {} : { onChangedTools }),
  ...(identityKeys === undefined ? {} : { identityKeys }),
  logger: ({ level }, ...parts) => {
    if (level !== 'info' && level !== 'debug' && level !== 'trace') console.error(level, ...parts)
  },
})
if (options.serve === 'fetch') await serveFetch(endpoint.fetchHandler, port)
else await endpoint.listen({ port, hostname: '127.0.0.1' })

/** The agent of a version whose step ids are other ones. */
function renaming(agent: Agent): Agent {
  const rename = (journal: Journal): Journal => ({
    ...journal,
    run: (step, execute) => journal.run({ ...step, id: `new.${step.id}` }, execute),
  })
  return {
    ...agent,
    run: (input, options = {}) =>
      agent.run(input, { ...options, journal: rename(options.journal as Journal) }),
  }
}
