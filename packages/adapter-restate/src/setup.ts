import type { Serde } from '@restatedev/restate-sdk'
import type { Agent } from '@toolprism/harness'
import type { BlobStore, Packer } from './blob-store'
import type { EventStore } from './event-store'
import type { RestateSdk } from './restate-journal'

export interface ServeAgentOptions {
  /** Name of the service at the engine: part of every run's address, so it stays. */
  service: string
  /**
   * Where events go, for `RunHost.events` in another process.
   * @default none are kept
   */
  eventStore?: EventStore
  /** Takes results too large for a journal. */
  blobs?: BlobStore
  /**
   * Bytes of JSON above which a result goes to `blobs`.
   * @default 262144
   */
  maxJournalBytes?: number
  /**
   * Milliseconds a run stays in its worker while it waits for a person. Then it is parked: it holds nothing, not even
   * the version of the code it began with. `Infinity` never parks.
   * @default 60000
   */
  parkAfterMs?: number
  /**
   * Milliseconds a step may be silent. The engine starts a longer one again, for ever: set it above your longest
   * model call and tool.
   * @default 900000
   */
  stepTimeoutMs?: number
  /**
   * Milliseconds a run is kept at the engine after its end or after it was parked: how long an approval may take.
   * @default 2592000000 (30 days)
   */
  retentionMs?: number
  /** Public keys of the engine (`publickeyv1_…`): requests it did not sign are refused. Set it in production. */
  identityKeys?: string[]
  /**
   * What a parked run does when the agent's tools have changed: `refuse` waits for a worker that has the old ones.
   * @default 'refuse'
   */
  onChangedTools?: 'refuse' | 'continue'
  /** What hooks and tools find in `context.host`. */
  host?(run: { runId: string; input: string }): unknown
  /** Told of what did not end a run: events that were lost. */
  onProblem?(problem: { code: 'EVENTS_LOST'; message: string; runId: string }): void
  /**
   * Takes the SDK's log lines.
   * @default the console
   */
  logger?: Parameters<RestateSdk['serve']>[0]['logger']
}

/** What every handler of an endpoint needs. */
export interface Setup {
  agent: Agent
  options: ServeAgentOptions
  sdk: RestateSdk
  packer: Packer
}

/** The cast: the SDK's types are not made for exact optional properties. */
export const jsonSerde = <Value>(sdk: RestateSdk) => sdk.serde.json as Serde<Value>
