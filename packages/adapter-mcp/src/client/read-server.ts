import type { PromptDefinition, ResourceDefinition } from '@toolprism/core'
import type { McpTool } from '../mcp.types'
import { isObject, remoteToolProblem, toRemoteTool } from './check-remote-tool'
import type { ConnectMcpOptions, McpProblem } from './connect.types'
import type { Link } from './create-link'
import { toFailure } from './failure'
import { fingerprintTool } from './fingerprint'
import { fromMcpPrompt } from './import-prompts'
import { fromMcpResource, type ImportResourceOptions } from './import-resources'
import { readList } from './read-list'
import { remoteNames } from './remote-names'
import { requestRemote } from './request-remote'
import { cleanText } from './sanitize'
import type { Subscriptions } from './subscriptions'

/** Everything one server offers, read at one time. */
export interface ServerLists {
  tools: McpTool[]
  fingerprints: Record<string, string>
  resources: ResourceDefinition[]
  prompts: PromptDefinition[]
  problems: McpProblem[]
  instructions: string | undefined
  serverInfo: { name: string; version: string } | undefined
}

export interface ReadOptions {
  options: ConnectMcpOptions
  subscriptions: Subscriptions
  timeout: number
}

export async function readServer(link: Link, read: ReadOptions): Promise<ServerLists> {
  const client = await link.client()
  const { timeout } = read
  const server = read.options.name
  const capabilities = client.getServerCapabilities() ?? {}
  const problems: McpProblem[] = []
  const report = (code: string, message: string, item?: string) =>
    problems.push({ server, code, message, ...(item !== undefined && { item }) })
  /** A list the server declares but cannot give is a problem, not the end. */
  const list = async (kind: string, method: string, key: string): Promise<unknown[]> => {
    if (!capabilities[kind]) return []
    try {
      const { items, problem } = await readList(link, method, key, timeout)
      if (problem) report(problem.code, problem.message)
      return items
    } catch (error) {
      const failure = toFailure(error)
      // Without its tools a server is of no use: the caller hears of it.
      if (kind === 'tools') throw error
      if (!('code' in failure) || failure.code !== -32601)
        report('LIST_FAILED', `${method}: ${failure.text}`)
      return []
    }
  }
  const tools = importTools(await list('tools', 'tools/list', 'tools'), report)
  const importing: ImportResourceOptions = {
    link,
    timeout,
    completes: isObject(capabilities['completions']),
    subscribe: subscriber(link, capabilities, read),
  }
  const entries = [
    ...(await list('resources', 'resources/list', 'resources')),
    ...(await list('resources', 'resources/templates/list', 'resourceTemplates')),
  ]
  const prompts = await list('prompts', 'prompts/list', 'prompts')
  return {
    tools,
    fingerprints: Object.fromEntries(
      await Promise.all(
        tools.map(async (tool) => [tool.name, await fingerprintTool(tool)] as const),
      ),
    ),
    resources: importResources(entries, importing, report),
    prompts: importPrompts(server, prompts, importing, report),
    problems,
    instructions: cleanText(client.getInstructions(), 20_000),
    serverInfo: client.getServerVersion(),
  }
}

type Report = (code: string, message: string, item?: string) => void

function importTools(entries: unknown[], report: Report): McpTool[] {
  const tools = new Map<string, McpTool>()
  for (const [index, entry] of entries.entries()) {
    const name = isObject(entry) && typeof entry['name'] === 'string' ? entry['name'] : undefined
    const problem = remoteToolProblem(entry)
    if (problem)
      report('TOOL_INVALID', `Tool ${name ?? `number ${index + 1}`} is left out: ${problem}.`, name)
    else if (name !== undefined && tools.has(name))
      report('TOOL_DUPLICATE', `Tool ${name} is listed twice; the first one counts.`, name)
    else if (name !== undefined) tools.set(name, toRemoteTool(entry))
  }
  return [...tools.values()]
}

function importResources(
  entries: unknown[],
  options: ImportResourceOptions,
  report: Report,
): ResourceDefinition[] {
  return entries.flatMap((entry) => {
    try {
      const resource = fromMcpResource(entry, options)
      if (resource) return [resource]
      report('RESOURCE_INVALID', 'A resource without uri is left out.')
    } catch (error) {
      report('RESOURCE_INVALID', (error as Error).message)
    }
    return []
  })
}

function importPrompts(
  server: string,
  entries: unknown[],
  options: ImportResourceOptions,
  report: Report,
): PromptDefinition[] {
  const named = new Map<string, unknown>()
  for (const entry of entries)
    if (isObject(entry) && typeof entry['name'] === 'string' && !named.has(entry['name']))
      named.set(entry['name'], entry)
    else
      report('PROMPT_INVALID', 'A prompt without a name, or with the name of another, is left out.')
  const nameOf = remoteNames(server, named.keys())
  return [...named].flatMap(([name, entry]) => fromMcpPrompt(entry, nameOf(name), options) ?? [])
}

/** Subscriptions exist in the legacy revisions, when the server says so. */
function subscriber(
  link: Link,
  capabilities: Record<string, unknown>,
  { subscriptions, timeout }: ReadOptions,
): ImportResourceOptions['subscribe'] {
  const { resources } = capabilities
  if (!isObject(resources) || !resources['subscribe']) return undefined
  const tell = (method: string, uri: string) => {
    requestRemote(link, { method, params: { uri } }, { timeout }).catch(() => {})
  }
  return (uri, changed) => {
    if (subscriptions.add(uri, changed)) tell('resources/subscribe', uri)
    return () => {
      if (subscriptions.remove(uri, changed)) tell('resources/unsubscribe', uri)
    }
  }
}
