import { toJsonSchema } from '@toolprism/core'
import type { ServerFactory } from '../create-mcp-server'
import { rethrow } from '../load-sdk'
import { checkParameterHeaders, headerParameters } from '../parameter-headers'
import type { Catalog } from '../serve/catalog'
import { fromResponse, type Incoming, type Outgoing, refusal } from './incoming'
import { legacyRevisions, type Posted } from './messages'

/** Serves revision 2026-07-28 through SDK v2, one fresh server object a request. */
export interface Modern {
  serve(incoming: Incoming, posted: Posted, authInfo: unknown): Promise<Outgoing>
  close(): Promise<void>
}

const versionKey = 'io.modelcontextprotocol/protocolVersion'

/** A modern request says its revision in its envelope or in a header that names no legacy one. */
export function isModern(incoming: Incoming, { messages }: Posted): boolean {
  const claims = messages.some(({ params }) => {
    const meta = params?.['_meta']
    return typeof meta === 'object' && meta !== null && versionKey in meta
  })
  if (claims) return true
  const version = incoming.header('mcp-protocol-version')
  return version !== null && version >= '2026' && !legacyRevisions.includes(version)
}

export async function loadModern(
  factory: ServerFactory,
  options: { maxBodyBytes?: number | undefined },
): Promise<Modern> {
  const { createMcpHandler } = await import('@modelcontextprotocol/server').catch(rethrow)
  const handler = createMcpHandler(factory.make as never, {
    legacy: 'reject',
    ...(options.maxBodyBytes !== undefined && { maxRequestBodySize: options.maxBodyBytes }),
  })
  const stop = factory.served.catalog.onChange((changed) => {
    if (changed.includes('tools')) handler.notify.toolsChanged()
    if (changed.includes('prompts')) handler.notify.promptsChanged()
    if (changed.includes('resources')) handler.notify.resourcesChanged()
  })
  return {
    async serve(incoming, posted, authInfo) {
      const refused = checkParameters(incoming, posted, factory.served.catalog)
      if (refused) return refused
      const response = await handler.fetch(incoming.toRequest(), {
        parsedBody: posted.body,
        ...(authInfo !== undefined && { authInfo: authInfo as never }), // the SDK's own type
      })
      const outgoing = fromResponse(response)
      // The SDK answers 404 to a method that reaches no handler; ours gets to see every method.
      if (outgoing.status === 200 && isUnknown(posted, factory)) outgoing.status = 404
      return outgoing
    },
    async close() {
      stop()
      await handler.close()
    },
  }
}

const sdkMethods = ['ping', 'initialize', 'server/discover', 'subscriptions/listen']

function isUnknown({ messages }: Posted, { served }: ServerFactory): boolean {
  const [message] = messages
  if (message?.id === undefined || message.method === undefined) return false
  return !served.handlers.has(message.method) && !sdkMethods.includes(message.method)
}

/** SDK v2 checks `Mcp-Param-*` headers only for the tools of its own McpServer. */
function checkParameters(
  incoming: Incoming,
  { messages }: Posted,
  catalog: Catalog,
): Outgoing | undefined {
  const [message] = messages
  if (message?.method !== 'tools/call') return undefined
  const tool = catalog.current.tools.get(String(message.params?.['name']))
  if (!tool) return undefined
  const parameters = headerParameters(toJsonSchema(tool.inputSchema))
  if (parameters.length === 0) return undefined
  const problem = checkParameterHeaders(parameters, message.params?.['arguments'], incoming.header)
  return problem === undefined
    ? undefined
    : refusal(400, -32020, `Bad Request: ${problem}`, message.id)
}
