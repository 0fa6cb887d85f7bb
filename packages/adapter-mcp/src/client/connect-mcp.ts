import { errorResult, type ToolContext, type ToolDefinition } from '@toolprism/core'
import { McpAdapterError } from '../errors'
import type { McpTool } from '../mcp.types'
import { createApprovals } from './approvals'
import { callRemote, type RemoteCallOptions } from './call-remote'
import type { ConnectMcpOptions, McpConnection, ToolsDiff } from './connect.types'
import { createLink } from './create-link'
import { fromMcpTool } from './from-mcp-tool'
import { openClient, signIn } from './open-client'
import { readServer, type ServerLists } from './read-server'
import { remoteNames } from './remote-names'
import { loadClientSdk } from './sdk-client'
import { createSubscriptions } from './subscriptions'

/**
 * Connects to an MCP server and makes its tools, resources and prompts Toolprism ones.
 * Rejects with code MCP_CONNECT_FAILED when the server cannot be reached.
 */
export async function connectMcp(options: ConnectMcpOptions): Promise<McpConnection> {
  const sdk = await loadClientSdk(options.sdk)
  const running = new Set<ToolContext>()
  const subscriptions = createSubscriptions()
  let lists: ServerLists | undefined
  let tools: readonly ToolDefinition[] = []
  let refreshing: Promise<ToolsDiff> | undefined

  const link = createLink({
    name: options.name,
    reopen: options.transport === undefined || typeof options.transport === 'function',
    sleep: options.sleep ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms))),
    open: () =>
      openClient({
        options,
        sdk,
        running,
        onListChanged: () => refreshSoon(),
        onNotification: ({ method, params = {} }) => {
          if (method === 'notifications/message')
            options.onLog?.(
              String(params['level']),
              params['data'],
              params['logger'] as string | undefined,
            )
          if (method === 'notifications/resources/updated')
            subscriptions.changed(String(params['uri']))
        },
      }),
    signIn: (error, client) => signIn(error, client.transport, options),
    onReopened: () => refreshSoon(),
  })
  const approvals = createApprovals(options)
  const callOptions: RemoteCallOptions = {
    server: options.name,
    link,
    running,
    trust: options.trust ?? false,
    timeout: options.timeout ?? 60_000,
    maxTotalTimeout: options.maxTotalTimeout ?? 600_000,
    maxResultCharacters: options.maxResultCharacters,
  }

  const toDefinition = (tool: McpTool, name: string) =>
    fromMcpTool(tool, {
      name,
      trust: options.trust,
      onInvalidOutput: options.onInvalidOutput,
      validateInput: options.validateInput,
      execute: (input, context) =>
        refusalOf(tool.name) ?? callRemote(tool, input, context, callOptions),
    })
  const refusalOf = (tool: string) => {
    if (!approvals.lists(tool))
      return errorResult(`The MCP server ${options.name} has no tool ${tool} any more.`, {
        code: 'REMOTE_REMOVED',
      })
    if (!approvals.holds(tool)) return undefined
    return errorResult(
      `${tool} of ${options.name} is new or has changed: a person must approve it first.`,
      { code: 'APPROVAL_REQUIRED' },
    )
  }

  const read = async (): Promise<ToolsDiff> => {
    const next = await readServer(link, { options, subscriptions, timeout: callOptions.timeout })
    if (options.onInvalidTool === 'throw') {
      const bad = next.problems.find(({ code }) => code === 'TOOL_INVALID')
      if (bad) throw new McpAdapterError('MCP_TOOL_INVALID', bad.message)
    }
    const diff = approvals.see(next.fingerprints)
    tools = toDefinitions(options.name, next.tools, toDefinition)
    const first = lists === undefined
    lists = next
    if (!first && diff.added.length + diff.removed.length + diff.changed.length > 0)
      options.onToolsChanged?.(diff)
    return diff
  }
  // Changes that come while a list is read are read by one more round, however many they are.
  const refresh = (): Promise<ToolsDiff> => {
    const run = (refreshing ?? Promise.resolve()).then(read, read)
    refreshing = run
    return run
  }
  let waiting = false
  const refreshSoon = () => {
    if (waiting || lists === undefined || link.closed) return
    waiting = true
    const again = () => {
      waiting = false
      refresh().catch(() => {})
    }
    ;(refreshing ?? Promise.resolve()).then(again, again)
  }

  try {
    await refresh()
  } catch (error) {
    await link.close().catch(() => {})
    throw error
  }

  return {
    name: options.name,
    get tools() {
      return tools
    },
    get resources() {
      return lists?.resources ?? []
    },
    get prompts() {
      return lists?.prompts ?? []
    },
    get problems() {
      return lists?.problems ?? []
    },
    get instructions() {
      return lists?.instructions
    },
    get serverInfo() {
      return lists?.serverInfo
    },
    get fingerprints() {
      return lists?.fingerprints ?? {}
    },
    get unapproved() {
      return approvals.waiting
    },
    approve: approvals.approve,
    refresh,
    close: () => link.close(),
  }
}

function toDefinitions(
  server: string,
  remote: readonly McpTool[],
  toDefinition: (tool: McpTool, name: string) => ToolDefinition,
): readonly ToolDefinition[] {
  const nameOf = remoteNames(
    server,
    remote.map((tool) => tool.name),
  )
  return Object.freeze(remote.map((tool) => toDefinition(tool, nameOf(tool.name))))
}
