import { errorResult, limitResult, type ToolContext, type ToolResult } from '@toolprism/core'
import { McpAdapterError } from '../errors'
import type { McpTool } from '../mcp.types'
import { progressDataKey } from '../meta-keys'
import { headerParameters, toParameterHeaders } from '../parameter-headers'
import type { Link } from './create-link'
import { type Failure, toFailure } from './failure'
import { fromCallToolResult } from './from-call-tool-result'
import { anyResult, type SdkClient } from './sdk-client'

export interface RemoteCallOptions {
  server: string
  link: Link
  trust: boolean
  /** Milliseconds without progress. */
  timeout: number
  /** Milliseconds in all. */
  maxTotalTimeout: number
  maxResultCharacters: number | undefined
  /** Contexts of running calls, through which a server may ask the user. */
  running: Set<ToolContext>
}

/** Calls a remote tool. Whatever fails on the way is a result that names server and tool. */
export async function callRemote(
  tool: McpTool,
  input: unknown,
  context: ToolContext,
  options: RemoteCallOptions,
): Promise<ToolResult> {
  options.running.add(context)
  try {
    for (let again = false; ; again = true) {
      const { link } = options
      let client: SdkClient | undefined
      try {
        client = await link.client()
        const value = await send(client, tool, input, { context, ...options })
        const result = fromCallToolResult(value)
        const characters = options.maxResultCharacters
        return characters === undefined ? result : limitResult(result, { characters })
      } catch (error) {
        if (error instanceof McpAdapterError)
          return failed(tool, options, { kind: 'other', text: error.message })
        const failure = toFailure(error)
        if (client && ['session-lost', 'not-sent', 'closed'].includes(failure.kind))
          link.drop(client)
        const repeat =
          !again && !link.closed && !context.signal.aborted && mayRepeat(failure, tool, options)
        if (!repeat) return failed(tool, options, failure)
      }
    }
  } finally {
    options.running.delete(context)
  }
}

function send(
  client: SdkClient,
  tool: McpTool,
  input: unknown,
  { context, timeout, maxTotalTimeout }: RemoteCallOptions & { context: ToolContext },
): Promise<unknown> {
  const headers = toParameterHeaders(headerParameters(tool.inputSchema), input)
  const params = { name: tool.name, arguments: input as Record<string, unknown> } // an object: its schema was checked
  return client.request({ method: 'tools/call', params }, anyResult, {
    signal: context.signal,
    // Without a listener no token is sent, and then no progress could extend the timeout (typescript-sdk#192).
    onprogress: ({ progress, total, message, _meta }) => {
      const data = (_meta as Record<string, unknown> | undefined)?.[progressDataKey]
      context.progress({
        ...(typeof progress === 'number' && { progress }),
        ...(typeof total === 'number' && { total }),
        ...(typeof message === 'string' && { message }),
        ...(data !== undefined && { data }),
      })
    },
    timeout,
    resetTimeoutOnProgress: true,
    maxTotalTimeout,
    ...(Object.keys(headers).length > 0 && { headers }),
  })
}

/** A call the server never took may go out again; one it may have begun only when that does no harm. */
function mayRepeat(failure: Failure, tool: McpTool, { trust }: RemoteCallOptions): boolean {
  if (failure.kind === 'session-lost' || failure.kind === 'not-sent') return true
  if (failure.kind !== 'closed' || !trust) return false
  return tool.annotations?.readOnlyHint === true || tool.annotations?.idempotentHint === true
}

function failed(tool: McpTool, options: RemoteCallOptions, failure: Failure): ToolResult {
  const which = `${tool.name} of the MCP server ${options.server}`
  switch (failure.kind) {
    case 'timeout':
      return errorResult(`${which} did not answer in time: ${failure.text}`, {
        code: 'TIMEOUT',
        retryable: true,
      })
    case 'refused':
      return errorResult(`${which} refused the call (${failure.code}): ${failure.text}`, {
        code: 'REMOTE_REFUSED',
        meta: { 'toolprism/rpc-code': failure.code },
      })
    case 'closed':
      return errorResult(
        `The MCP server ${options.server} went away during ${tool.name}; it may or may not have run.`,
        { code: 'REMOTE_LOST' },
      )
    default:
      return errorResult(`${which} could not be called: ${failure.text}`, {
        code: 'REMOTE_FAILED',
        retryable: true,
      })
  }
}
