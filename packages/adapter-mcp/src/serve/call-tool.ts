import {
  type CallToolOptions,
  callTool,
  type ElicitRequest,
  type ElicitResult,
} from '@toolprism/core'
import { McpRpcError, rpcCodes } from '../errors'
import type { McpHost } from '../mcp.types'
import { toCallToolResult } from '../to-call-tool-result'
import { type Asker, createAsker } from './ask-client'
import type { Call } from './call'
import type { Catalog } from './catalog'
import { type Params, stringParam } from './handlers'
import { toLog } from './logging'
import { toProgress } from './progress'

/** How every call of a server runs; the same options core's `callTool` takes, set once. */
export interface CallOptions {
  call?:
    | Omit<CallToolOptions, 'callId' | 'signal' | 'onProgress' | 'onLog' | 'elicit' | 'host'>
    | undefined
}

/** `tools/call`: an unknown tool is a JSON-RPC error, everything else an answer a model can read. */
export async function callToolOverMcp(
  catalog: Catalog,
  params: Params,
  call: Call,
  options: CallOptions,
): Promise<unknown> {
  const name = stringParam(params, 'name')
  const tool = catalog.current.tools.get(name)
  if (!tool) throw new McpRpcError(rpcCodes.invalidParams, `Unknown tool: ${name}`)
  const asker = createAsker(call)
  const stop = new AbortController()
  let over = false
  const isOver = () => over
  const running = callTool(tool, params['arguments'], {
    ...options.call,
    callId: String(call.id),
    signal: call.era === 'modern' ? AbortSignal.any([call.signal, stop.signal]) : call.signal,
    onProgress: toProgress(call, isOver),
    onLog: toLog(call, name, isOver),
    ...(asker.can('elicitation/create') && { elicit: toElicit(asker) }),
    host: toHost(call, asker),
  })
  const result =
    call.era === 'modern' ? await Promise.race([running, asker.suspended]) : await running
  over = true
  if ('resultType' in result) {
    stop.abort(new Error('The call waits for an answer of the client and starts again with it.'))
    return result
  }
  if (result.isError && asker.missing && call.era === 'modern')
    throw new McpRpcError(
      rpcCodes.missingCapability,
      `The client lacks the ${asker.missing} capability`,
      {
        requiredCapabilities: { [asker.missing]: {} },
      },
    )
  return toCallToolResult(result, { era: call.era })
}

function toElicit(asker: Asker): (request: ElicitRequest) => Promise<ElicitResult> {
  return async ({ message, requestedSchema }) => {
    const answer = await asker.request('elicitation/create', { message, requestedSchema })
    if (answer['action'] !== 'accept')
      return { action: answer['action'] === 'decline' ? 'decline' : 'cancel' }
    const content = answer['content']
    return {
      action: 'accept',
      content: typeof content === 'object' && content !== null ? { ...content } : {},
    }
  }
}

function toHost(call: Call, asker: Asker): McpHost {
  return {
    kind: 'mcp',
    era: call.era,
    requestId: call.id,
    ...(call.sessionId !== undefined && { sessionId: call.sessionId }),
    ...(call.meta && { meta: call.meta }),
    ...(call.authInfo !== undefined && { authInfo: call.authInfo }),
    ...(call.clientCapabilities && { clientCapabilities: call.clientCapabilities }),
    ...(call.closeStream && { closeStream: call.closeStream }),
    request: asker.request,
    notify: (method, params = {}) => call.notify(method, params),
  }
}
