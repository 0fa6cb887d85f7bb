import { errorResult, limitResult, type ToolContext, type ToolResult } from '@toolprism/core'
import { isAdapterError } from '../errors'
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
    for (let repeated = false; ; repeated = true) {
      const { link } = options
      let client: SdkClient | undefined
      try {
        client = await link.client()
        const value = await send(client, tool, input, { context, ...options })
        const result = fromCallToolResult(value)
        const characters = options.maxResultCharacters
        return characters === undefined ? result : limitResult(result, { characters })
      } catch (error) {
        if (!client || isAdapterError(error))
          return failed(tool, options, { kind: 'other', text: (error as Error).message })
        const again = await link.recover(client, error, isSafe(tool, options))
        if (!again || repeated || context.signal.aborted)
          return failed(tool, options, toFailure(error))
      }
    }
  } finally {
    options.running.delete(context)
  }
}

async function send(
  client: SdkClient,
  tool: McpTool,
  input: unknown,
  { context, timeout, maxTotalTimeout }: RemoteCallOptions & { context: ToolContext },
): Promise<unknown> {
  const headers = toParameterHeaders(headerParameters(tool.inputSchema), input)
  const params = { name: tool.name, arguments: input as Record<string, unknown> } // an object: its schema was checked
  // The SDKs put the reason of an abort into their message to the server; ours is not the server's business.
  const cancelled = new AbortController()
  const cancel = () => cancelled.abort('The call was cancelled.')
  context.signal.addEventListener('abort', cancel)
  const request = client.request({ method: 'tools/call', params }, anyResult, {
    signal: cancelled.signal,
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
  try {
    return await request
  } finally {
    context.signal.removeEventListener('abort', cancel)
  }
}

/** Only a trusted server's word counts for it. */
function isSafe({ annotations }: McpTool, { trust }: RemoteCallOptions): boolean {
  return trust && (annotations?.readOnlyHint === true || annotations?.idempotentHint === true)
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
