import type { ElicitRequest, ElicitResult, ToolContext } from '@toolprism/core'
import { McpAdapterError } from '../errors'
import type { ConnectMcpOptions } from './connect.types'
import { toFailure } from './failure'
import { keepOrder } from './keep-order'
import type { ClientSdk, RemoteNotification, SdkClient } from './sdk-client'

export interface OpenOptions {
  options: ConnectMcpOptions
  sdk: ClientSdk
  running: ReadonlySet<ToolContext>
  onNotification(notification: RemoteNotification): void
  onListChanged(kind: 'tools' | 'prompts' | 'resources'): void
}

/** Opens a transport and connects a new client over it, after the user has signed in where that is asked. */
export async function openClient(open: OpenOptions): Promise<SdkClient> {
  const { options, sdk } = open
  for (let signedIn = false; ; signedIn = true) {
    const transport = await openTransport(options, sdk)
    const client = makeClient(open)
    const readErrors = tailOf(transport)
    try {
      await client.connect(transport, { timeout: options.timeout ?? 60_000 })
      keepOrder(transport)
      return client
    } catch (cause) {
      if (!signedIn && (await signIn(cause, transport, options))) continue
      await client.close().catch(() => {})
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new McpAdapterError(
        'MCP_CONNECT_FAILED',
        `Could not connect to the MCP server ${options.name}: ${reason}${readErrors()}`,
        { cause },
      )
    }
  }
}

/** Finishes an OAuth sign-in that the SDK has begun; false when there is none to finish. */
export async function signIn(
  error: unknown,
  transport: unknown,
  { authorize }: ConnectMcpOptions,
): Promise<boolean> {
  const { finishAuth } = transport as { finishAuth?: (code: unknown) => Promise<void> } // HTTP transports have it
  if (!authorize || !finishAuth || toFailure(error).kind !== 'unauthorized') return false
  await finishAuth.call(transport, await authorize())
  return true
}

function makeClient(open: OpenOptions): SdkClient {
  const { options, sdk } = open
  const { elicit, sample, roots } = options
  const client = sdk.createClient({
    protocol: options.protocol ?? (options.url ? 'auto' : 'legacy'),
    capabilities: {
      ...(elicit && { elicitation: { form: {} } }),
      ...(sample && { sampling: {} }),
      ...(roots && { roots: {} }),
    },
    onListChanged: open.onListChanged,
  })
  const listChanged = client.fallbackNotificationHandler
  client.fallbackNotificationHandler = async (notification) => {
    await listChanged?.(notification)
    open.onNotification(notification)
  }
  if (elicit)
    sdk.answer(client, 'elicitation/create', ({ params }) => answerElicit(open, params ?? {}))
  if (sample) sdk.answer(client, 'sampling/createMessage', ({ params }) => sample(params ?? {}))
  if (roots) sdk.answer(client, 'roots/list', () => ({ roots }))
  return client
}

async function openTransport(options: ConnectMcpOptions, sdk: ClientSdk): Promise<unknown> {
  const { transport, command, args, env, cwd, stderr = 'pipe', url, headers, auth } = options
  if (typeof transport === 'function') return transport()
  if (transport) return transport
  if (url)
    return sdk.http(new URL(url), {
      ...(headers && { requestInit: { headers } }),
      ...(options.fetch && { fetch: options.fetch }),
      ...(auth !== undefined && { authProvider: auth }),
    })
  if (command)
    return sdk.stdio({
      command,
      stderr,
      ...(args && { args }),
      ...(env && { env }),
      ...(cwd !== undefined && { cwd }),
    })
  throw new McpAdapterError(
    'MCP_NO_LOCATION',
    `The MCP server ${options.name} has no location. Give a command, a url or a transport.`,
  )
}

/** With nobody to ask, a question of the server is cancelled, which is a normal outcome. */
async function answerElicit(
  { options, running }: OpenOptions,
  params: Record<string, unknown>,
): Promise<unknown> {
  const request = {
    message: String(params['message'] ?? ''),
    requestedSchema: (params['requestedSchema'] ?? { type: 'object' }) as { type: 'object' }, // the host's to check
  }
  if (typeof options.elicit === 'function')
    return withDefaults(await options.elicit(request), request)
  // Which call asks is not said: with several at once it cannot be known whose user to ask.
  const [context, second] = [...running].filter((item) => item.elicit)
  if (!context?.elicit || second) return { action: 'cancel' }
  return withDefaults(await context.elicit(request), request)
}

/** Fields the user left out get the default of their schema (SEP-1034). */
function withDefaults(answer: ElicitResult, { requestedSchema }: ElicitRequest): ElicitResult {
  const { properties } = requestedSchema as { properties?: Record<string, { default?: unknown }> } // the server's to write
  if (answer.action !== 'accept' || !properties) return answer
  const content = { ...answer.content }
  for (const [name, property] of Object.entries(properties))
    if (content[name] === undefined && property?.default !== undefined)
      content[name] = property.default
  return { action: 'accept', content }
}

interface ErrorStream {
  on(event: 'data', listener: (chunk: unknown) => void): void
}

/** The end of what a program wrote to standard error, for the message of a failed start. */
function tailOf(transport: unknown): () => string {
  const { stderr } = transport as { stderr?: ErrorStream | null } // stdio transports have one
  let tail = ''
  stderr?.on?.('data', (chunk) => {
    tail = (tail + String(chunk)).slice(-2000)
  })
  return () => (tail.trim() ? `\nIts last output was:\n${tail.trim()}` : '')
}
