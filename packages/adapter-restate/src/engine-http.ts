import { DurableError, messageOf } from './errors'

export interface HttpAnswer {
  status: number
  text: string
}

export interface HttpRequest {
  method?: 'POST' | 'PATCH'
  body?: unknown
  headers?: Record<string, string>
  /** Milliseconds for the whole. @default the client's */
  timeoutMs?: number
  /** Statuses that say the engine is coming up, not what it thinks of the request. */
  retryOn?: readonly number[]
}

/**
 * Asks the engine, again and again while it restarts. Whatever is asked here may be asked twice: a run has its id, a
 * decision its idempotency key, and the rest changes nothing.
 * @throws DurableError ENGINE_UNREACHABLE when the time is over
 */
export async function askEngine(
  client: { fetch: typeof fetch; headers: Record<string, string>; requestTimeoutMs: number },
  url: string,
  request: HttpRequest = {},
): Promise<HttpAnswer> {
  const { method = 'GET', body, timeoutMs = client.requestTimeoutMs } = request
  const retryOn = request.retryOn ?? [502, 503, 504]
  const deadline = Date.now() + timeoutMs
  for (let delay = 100; ; delay = Math.min(delay * 2, 1000)) {
    let answer: HttpAnswer | undefined
    let problem: unknown
    try {
      const response = await client.fetch(url, {
        method,
        headers: { 'content-type': 'application/json', ...client.headers, ...request.headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(Math.max(1, deadline - Date.now())),
      })
      answer = { status: response.status, text: await response.text() }
    } catch (error) {
      problem = error
    }
    if (answer && !retryOn.includes(answer.status)) return answer
    if (Date.now() + delay > deadline) {
      if (answer) return answer
      const cause = (problem as { cause?: unknown }).cause ?? problem
      throw new DurableError(
        'ENGINE_UNREACHABLE',
        `${url} gave no answer in ${timeoutMs} ms: ${messageOf(cause)}`,
        { cause: problem },
      )
    }
    await new Promise((resolve) => setTimeout(resolve, delay))
  }
}
