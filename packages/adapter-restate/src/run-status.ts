import type { RunResult, RunStatus } from '@toolprism/harness'
import type { Packer } from './blob-store'
import type { EngineClient, Output } from './engine-client'
import { DurableError } from './errors'
import { cancelledPromise } from './parked-runs'
import { type OpenQuestion, type RunOutput, stateOf } from './run-types'

/** The newest engine run of a run, and what it answered. */
export interface Stretch {
  key: string
  output: Exclude<Output, { state: 'missing' }>
}

interface Where {
  client: EngineClient
  service: string
  packer: Packer
}

/**
 * Follows a run from stretch to stretch.
 * @throws DurableError RUN_UNKNOWN
 */
export async function findStretch(client: EngineClient, runId: string): Promise<Stretch> {
  let key = runId
  let output = await client.output(key)
  if (output.state === 'missing')
    throw new DurableError(
      'RUN_UNKNOWN',
      `no run "${runId}" was started, or it was ended and forgotten`,
    )
  for (;;) {
    const parked = parkedIn(output)
    if (!parked) return { key, output }
    const next = await client.output(parked.next)
    if (next.state === 'missing') return { key, output }
    key = parked.next
    output = next
  }
}

export function parkedIn(output: Output): Extract<RunOutput, { status: 'parked' }> | undefined {
  if (output.state !== 'done') return undefined
  // The cast: what runAgent answers.
  const answer = output.value as RunOutput
  return answer.status === 'parked' ? answer : undefined
}

export async function wasCancelled(
  { client, service }: Pick<Where, 'client' | 'service'>,
  key: string,
): Promise<boolean> {
  const rows = await client.query(
    `select key from sys_promise where service_name = '${service}' and service_key = '${key}' and key = '${cancelledPromise}' and completed = true`,
  )
  return rows.length > 0
}

export async function statusOf(where: Where, runId: string): Promise<RunStatus> {
  const { client, packer } = where
  const { key, output } = await findStretch(client, runId)
  const parked = parkedIn(output)
  if (parked)
    return (await wasCancelled(where, key))
      ? { state: 'cancelled' }
      : { state: 'waiting', waitingFor: parked.pending }
  if (output.state === 'failed') return { state: output.status === 409 ? 'cancelled' : 'failed' }
  if (output.state === 'done') return { state: stateOf((await resultIn(packer, output)).status) }
  return openStatus(where, key)
}

async function openStatus({ client, service }: Where, key: string): Promise<RunStatus> {
  const [[invocation], [waiting]] = await Promise.all([
    client.query(
      `select status from sys_invocation where target_service_name = '${service}' and target_service_key = '${key}' and target_handler_name = 'run'`,
    ),
    client.query(
      `select value_utf8 from state where service_name = '${service}' and service_key = '${key}' and key = 'waiting'`,
    ),
  ])
  if (typeof waiting?.['value_utf8'] === 'string') {
    // The cast: what the journal has set.
    const questions = JSON.parse(waiting['value_utf8']) as OpenQuestion[]
    return { state: 'waiting', waitingFor: questions.map(({ id }) => id) }
  }
  const queued = ['pending', 'scheduled', 'inboxed', 'ready'].includes(
    String(invocation?.['status']),
  )
  return { state: queued ? 'queued' : 'running' }
}

export async function resultIn(
  packer: Packer,
  output: Extract<Output, { state: 'done' }>,
): Promise<RunResult> {
  // The casts: what runAgent answers.
  const { result } = output.value as Extract<RunOutput, { status: 'ended' }>
  return (await packer.unpack(result)) as RunResult
}

/** Milliseconds one request waits for a result: shorter than the time-outs of proxies and of fetch itself. */
const slice = 45_000
/** Milliseconds between two looks at a parked run. */
const parkedPoll = 1000

/** @throws DurableError RESULT_TIMEOUT, RUN_UNKNOWN, RUN_FAILED or RUN_CANCELLED */
export async function waitForResult(
  where: Where,
  runId: string,
  timeoutMs: number | undefined,
): Promise<RunResult> {
  const deadline = timeoutMs === undefined ? Number.POSITIVE_INFINITY : Date.now() + timeoutMs
  for (;;) {
    let { key, output } = await findStretch(where.client, runId)
    const left = deadline - Date.now()
    if (output.state === 'open' && left > 0) {
      const attached = await where.client.attach(key, Math.max(1, Math.min(slice, left)))
      if (attached.state !== 'missing') output = attached
    }
    if (output.state === 'failed') throw failed(runId, output)
    const parked = parkedIn(output)
    if (parked && (await wasCancelled(where, key)))
      throw new DurableError('RUN_CANCELLED', `run "${runId}" was cancelled while it was parked`)
    if (output.state === 'done' && !parked) return resultIn(where.packer, output)
    if (Date.now() >= deadline)
      throw new DurableError('RESULT_TIMEOUT', `run "${runId}" had no result after ${timeoutMs} ms`)
    if (parked) await new Promise((resolve) => setTimeout(resolve, parkedPoll))
  }
}

function failed(runId: string, output: Extract<Output, { state: 'failed' }>): DurableError {
  return output.status === 409
    ? new DurableError('RUN_CANCELLED', `run "${runId}" was cancelled`)
    : new DurableError('RUN_FAILED', `run "${runId}" failed: ${output.message}`)
}
