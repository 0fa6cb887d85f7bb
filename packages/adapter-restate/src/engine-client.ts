import type { Json } from '@toolprism/harness'
import { askEngine, type HttpAnswer, type HttpRequest } from './engine-http'
import { DurableError } from './errors'

export interface EngineClientOptions {
  ingressUrl: string
  adminUrl: string
  service: string
  headers: Record<string, string>
  requestTimeoutMs: number
  fetch: typeof fetch
}

/** What the engine says of an engine run. */
export type Output =
  | { state: 'missing' }
  | { state: 'open' }
  | { state: 'done'; value: unknown }
  | { state: 'failed'; status: number; message: string }

/** The engine's HTTP interfaces, as far as a host needs them. */
export interface EngineClient {
  /** Idempotent: a workflow runs once for a key. */
  start(key: string, request: unknown): Promise<void>
  call(key: string, handler: string, body: Json): Promise<unknown>
  output(key: string): Promise<Output>
  /** Waits for the end of an engine run, for so long. */
  attach(key: string, milliseconds: number): Promise<Output>
  query(sql: string): Promise<Record<string, unknown>[]>
  cancel(invocationId: string): Promise<void>
}

export function createEngineClient(options: EngineClientOptions): EngineClient {
  const { service } = options
  const ingress = options.ingressUrl.replace(/\/$/, '')
  const admin = options.adminUrl.replace(/\/$/, '')
  const post = async (url: string, request: HttpRequest) => {
    const answer = await askEngine(options, url, { method: 'POST', ...request })
    if (answer.status >= 300) throw refused(url, answer)
    return answer.text === '' ? undefined : (JSON.parse(answer.text) as unknown)
  }
  const path = (key: string) => `${service}/${encodeURIComponent(key)}`
  return {
    async start(key, body) {
      await post(`${ingress}/${path(key)}/run/send`, { body })
    },
    call: (key, handler, body) =>
      post(`${ingress}/${path(key)}/${handler}`, {
        body,
        // Asked again when the answer is lost, it must not look like a second call.
        headers: { 'idempotency-key': crypto.randomUUID() },
      }),
    output: async (key) =>
      readOutput(await askEngine(options, `${ingress}/restate/workflow/${path(key)}/output`)),
    async attach(key, timeoutMs) {
      try {
        const url = `${ingress}/restate/workflow/${path(key)}/attach`
        return readOutput(await askEngine(options, url, { timeoutMs }))
      } catch (error) {
        if ((error as DurableError).code === 'ENGINE_UNREACHABLE') return { state: 'open' }
        throw error
      }
    },
    async query(sql) {
      // The cast: what the engine answers. A server that has just started knows no node yet, and says 500.
      const answer = (await post(`${admin}/query`, {
        body: { query: sql },
        headers: { accept: 'application/json' },
        retryOn: [500, 502, 503, 504],
      })) as { rows?: Record<string, unknown>[] }
      return answer.rows ?? []
    },
    async cancel(invocationId) {
      const url = `${admin}/invocations/${encodeURIComponent(invocationId)}/cancel`
      const answer = await askEngine(options, url, { method: 'PATCH' })
      // 404 and 409: it ended in the meantime.
      if (answer.status >= 300 && answer.status !== 404 && answer.status !== 409)
        throw refused(url, answer)
    },
  }
}

function readOutput({ status, text }: HttpAnswer): Output {
  if (status === 200) return { state: 'done', value: text === '' ? undefined : JSON.parse(text) }
  if (status === 404) return { state: 'missing' }
  if (status === 470) return { state: 'open' }
  return { state: 'failed', status, message: messageIn(text) }
}

function refused(url: string, { status, text }: HttpAnswer): DurableError {
  const message = messageIn(text)
  const [, code] = /^(DECISION_INVALID): /.exec(message) ?? []
  if (code) return new DurableError(code, message.slice(code.length + 2))
  return new DurableError('ENGINE_ERROR', `${url} answered ${status}: ${message}`)
}

function messageIn(text: string): string {
  try {
    const { message } = JSON.parse(text) as { message?: unknown }
    return typeof message === 'string' ? message : text
  } catch {
    return text
  }
}
