import {
  type CallToolOptions,
  callTool,
  type ElicitRequest,
  type ElicitResult,
  type ToolDefinition,
  ToolError,
  toStandardSchema,
} from '@toolprism/core'
import { McpRpcError, rpcCodes } from '../errors'
import type { McpHost } from '../mcp.types'
import { toCallToolResult } from '../to-call-tool-result'
import { type Asking, answerAsking } from './ask-client'
import type { Call } from './call'
import type { Catalog } from './catalog'
import { toLog } from './logging'
import { type Params, stringParam } from './params'
import { toProgress } from './progress'
import type { StateCodec } from './request-state'

/** How every call of a server runs; the same options core's `callTool` takes, set once. */
export interface CallOptions {
  call?:
    | Omit<CallToolOptions, 'callId' | 'signal' | 'onProgress' | 'onLog' | 'elicit' | 'host'>
    | undefined
  /**
   * Signs what a call of revision 2026-07-28 remembers between its questions to the user. Give the same one
   * to every process that serves the same clients. @default random, for one process
   */
  stateSecret?: string | undefined
}

/** `tools/call`: an unknown tool is a JSON-RPC error, everything else an answer a model can read. */
export function callToolOverMcp(
  catalog: Catalog,
  params: Params,
  call: Call,
  options: CallOptions & { codec: StateCodec },
): Promise<unknown> {
  const name = stringParam(params, 'name')
  const tool = catalog.current.tools.get(name)
  if (!tool) throw new McpRpcError(rpcCodes.invalidParams, `Unknown tool: ${name}`)
  return answerAsking(call, `tools/call ${name}`, options.codec, (asking) =>
    run(tool, params['arguments'], call, { asking, options }),
  )
}

async function run(
  tool: ToolDefinition,
  input: unknown,
  call: Call,
  { asking, options }: { asking: Asking; options: CallOptions },
): Promise<object> {
  let over = false
  const isOver = () => over || asking.signal.aborted
  const result = await callTool(tool, input, {
    ...options.call,
    callId: String(call.id),
    signal: asking.signal,
    onProgress: toProgress(call, isOver),
    onLog: toLog(call, tool.name, isOver),
    ...(asking.can('elicitation/create') && { elicit: toElicit(asking.host) }),
    host: asking.host,
  })
  over = true
  return toCallToolResult(result, { era: call.era })
}

function toElicit(host: McpHost): (request: ElicitRequest) => Promise<ElicitResult> {
  return async ({ message, requestedSchema }) => {
    const answer = await host.request('elicitation/create', { message, requestedSchema })
    if (answer['action'] !== 'accept')
      return { action: answer['action'] === 'decline' ? 'decline' : 'cancel' }
    // What a client sends is not trusted: the tool gets what the schema says, or an error.
    const checked = await toStandardSchema(requestedSchema, { inputBudget: {} })[
      '~standard'
    ].validate(answer['content'] ?? {})
    if (checked.issues)
      throw new ToolError(
        'ELICITATION_INVALID',
        `The client's answer does not fit the requested schema: ${checked.issues.map((issue) => issue.message).join('; ')}`,
      )
    return { action: 'accept', content: checked.value as Record<string, unknown> }
  }
}
