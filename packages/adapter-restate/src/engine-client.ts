import type { Json } from '@toolprism/harness'
import { DurableError, messageOf } from './errors'

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
  start(
    key: string,
    request: unknown,
    delayed?: { headers?: Record<string, string> },
  ): Promise<void>
  call(key: string, handler: string, body: Json, idempotencyKey?: string): Promise<unknown>
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
  const request = async (
    url: string,
    init: RequestInit = {},
    milliseconds = options.requestTimeoutMs,
  ): Promise<{ status: number; text: string }> => {
    try {
      const response = await options.fetch(url, {
        ...init,
        headers: { 'content-type': 'application/json', ...options.headers, ...init.headers },
        signal: AbortSignal.timeout(milliseconds),
      })
      return { status: response.status, text: await response.text() }
    } catch (error) {
      const cause = (error as { cause?: unknown }).cause
      throw new DurableError(
        'ENGINE_UNREACHABLE',
        `${url} did not answer within ${milliseconds} ms: ${messageOf(cause ?? error)}`,
        { cause: error },
      )
    }
  }
  const post = async (url: string, body: unknown, headers: Record<string, string> = {}) => {
    const answer = await request(url, { method: 'POST', body: JSON.stringify(body), headers })
    if (answer.status >= 300) throw refused(url, answer)
    return answer.text === '' ? undefined : (JSON.parse(answer.text) as unknown)
  }
  const path = (key: string) => `${service}/${encodeURIComponent(key)}`
  return {
    async start(key, body, { headers = {} } = {}) {
      await post(`${ingress}/${path(key)}/run/send`, body, headers)
    },
    call: (key, handler, body, idempotencyKey) =>
      post(
        `${ingress}/${path(key)}/${handler}`,
        body,
        idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey },
      ),
    output: async (key) =>
      readOutput(await request(`${ingress}/restate/workflow/${path(key)}/output`)),
    async attach(key, milliseconds) {
      try {
        return readOutput(
          await request(`${ingress}/restate/workflow/${path(key)}/attach`, {}, milliseconds),
        )
      } catch (error) {
        if ((error as { cause?: { name?: string } }).cause?.name === 'TimeoutError')
          return { state: 'open' }
        throw error
      }
    },
    async query(sql) {
      const answer = (await post(
        `${admin}/query`,
        { query: sql },
        { accept: 'application/json' },
      )) as {
        rows?: Record<string, unknown>[]
      }
      return answer.rows ?? []
    },
    async cancel(invocationId) {
      const url = `${admin}/invocations/${encodeURIComponent(invocationId)}/cancel`
      const answer = await request(url, { method: 'PATCH' })
      // 404 and 409: it ended in the meantime.
      if (answer.status >= 300 && answer.status !== 404 && answer.status !== 409)
        throw refused(url, answer)
    },
  }
}

function readOutput({ status, text }: { status: number; text: string }): Output {
  if (status === 200) return { state: 'done', value: text === '' ? undefined : JSON.parse(text) }
  if (status === 404) return { state: 'missing' }
  if (status === 470) return { state: 'open' }
  return { state: 'failed', status, message: messageIn(text) }
}

function refused(url: string, { status, text }: { status: number; text: string }): DurableError {
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
