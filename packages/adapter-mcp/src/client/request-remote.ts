import { isObject } from './check-remote-tool'
import type { Link } from './create-link'
import { anyResult } from './sdk-client'

export interface RemoteRequestOptions {
  timeout: number
  signal?: AbortSignal | undefined
}

/** A request that changes nothing: sent once more when the server had forgotten the session. */
export async function requestRemote(
  link: Link,
  request: { method: string; params: Record<string, unknown> },
  options: RemoteRequestOptions,
): Promise<Record<string, unknown>> {
  for (let again = false; ; again = true) {
    const client = await link.client()
    try {
      const answer = await client.request(request, anyResult, options)
      return isObject(answer) ? answer : {}
    } catch (error) {
      if (again || !(await link.recover(client, error, true))) throw error
    }
  }
}

/** What the server suggests for one argument. */
export async function completeRemote(
  link: Link,
  params: Record<string, unknown>,
  options: RemoteRequestOptions,
): Promise<string[]> {
  const { completion } = await requestRemote(
    link,
    { method: 'completion/complete', params },
    options,
  )
  const values = isObject(completion) ? completion['values'] : undefined
  return Array.isArray(values) ? values.filter((item) => typeof item === 'string') : []
}
