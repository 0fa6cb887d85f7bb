import type { Json } from '@toolprism/harness'
import type { EngineClient } from './engine-client'
import type { EventStore } from './event-store'
import { findStretch, parkedIn, wasCancelled } from './run-status'

interface Where {
  client: EngineClient
  service: string
  eventStore: EventStore | undefined
}

/** Ends a run wherever it is: in a worker, suspended, or parked. Nothing happens to one that has ended. */
export async function cancelRun(where: Where, runId: string, reason: string): Promise<void> {
  const { client, service, eventStore } = where
  const { key, output } = await findStretch(client, runId)
  const parked = parkedIn(output)
  if (!parked) {
    if (output.state !== 'open') return
    const rows = await client.query(
      `select id from sys_invocation where target_service_name = '${service}' and target_service_key = '${key}' and target_handler_name = 'run'`,
    )
    for (const row of rows) await client.cancel(String(row['id']))
    return
  }
  if (await wasCancelled(where, key)) return
  await client.call(key, 'cancelParked', reason)
  const event: Json = {
    type: 'run.ended',
    runId,
    timestamp: Date.now(),
    status: 'aborted',
    text: '',
    steps: 0,
    usage: {},
    error: { code: 'ABORTED', message: reason, retryable: true },
  }
  await eventStore?.append(runId, undefined, [event])
}
