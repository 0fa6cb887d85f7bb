import type { PromptDefinition, ResourceDefinition, ToolDefinition } from '@toolprism/core'
import type { ConnectMcpOptions, McpConnection, McpProblem } from './connect.types'
import { connectMcp } from './connect-mcp'

/** One entry of the `mcpServers` object that Claude, Cursor and others keep in a file. */
export interface McpServerEntry {
  command?: string
  args?: string[]
  env?: Record<string, string>
  cwd?: string
  url?: string
  headers?: Record<string, string>
  /** Some hosts write it; what counts is whether there is a command or a url. */
  type?: string
  disabled?: boolean
  /** Ours: as in `connectMcp`. */
  trust?: boolean
  timeout?: number
}

export interface McpServersConfig {
  mcpServers: Record<string, McpServerEntry>
}

export interface ConnectMcpServersOptions
  extends Omit<
    ConnectMcpOptions,
    'name' | 'command' | 'args' | 'env' | 'cwd' | 'url' | 'headers' | 'transport'
  > {
  /** Values for `${NAME}` and `${NAME:-default}` in the file. @default the process's environment */
  environment?: Record<string, string | undefined> | undefined
}

/** Several servers as one tool set. A server that cannot be used is a problem, and the others stay. */
export interface McpConnections {
  readonly servers: ReadonlyMap<string, McpConnection>
  readonly tools: readonly ToolDefinition[]
  readonly resources: readonly ResourceDefinition[]
  readonly prompts: readonly PromptDefinition[]
  readonly problems: readonly McpProblem[]
  refresh(): Promise<void>
  close(): Promise<void>
}

/** Connects to every server of a config, side by side. */
export async function connectMcpServers(
  config: McpServersConfig,
  options: ConnectMcpServersOptions = {},
): Promise<McpConnections> {
  const { environment = environmentOf(), ...shared } = options
  const servers = new Map<string, McpConnection>()
  const failed: McpProblem[] = []
  const entries = Object.entries(config.mcpServers ?? {}).filter(([, entry]) => !entry.disabled)
  const settled = await Promise.allSettled(
    entries.map(async ([name, entry]) =>
      connectMcp({ ...shared, ...expand(pick(entry), environment), name }),
    ),
  )
  for (const [index, [name]] of entries.entries()) {
    const outcome = settled[index]
    if (outcome?.status === 'fulfilled') servers.set(name, outcome.value)
    else if (outcome)
      failed.push({
        server: name,
        code: codeOf(outcome.reason),
        message: messageOf(outcome.reason),
      })
  }
  const all = <T>(read: (server: McpConnection) => readonly T[]) =>
    [...servers.values()].flatMap(read)
  return {
    servers,
    get tools() {
      return all(({ tools }) => tools)
    },
    get resources() {
      return all(({ resources }) => resources)
    },
    get prompts() {
      return all(({ prompts }) => prompts)
    },
    get problems() {
      return [...failed, ...all(({ problems }) => problems)]
    },
    async refresh() {
      await Promise.allSettled([...servers.values()].map((server) => server.refresh()))
    },
    async close() {
      await Promise.allSettled([...servers.values()].map((server) => server.close()))
    },
  }
}

function pick(entry: McpServerEntry): Omit<McpServerEntry, 'type' | 'disabled'> {
  const { type: _, disabled: __, ...rest } = entry
  return rest
}

/** Fills in `${NAME}` in every string; a missing variable without a default is an error that names it. */
function expand<T>(value: T, environment: Record<string, string | undefined>): T {
  if (typeof value === 'string')
    return value.replace(
      /\$\{(?:env:)?(\w+)(?::-([^}]*))?\}/g,
      (_, name: string, fallback?: string) => {
        const found = environment[name] ?? fallback
        if (found === undefined) throw new Error(`The environment variable ${name} is not set.`)
        return found
      },
    ) as T // still a string
  if (Array.isArray(value)) return value.map((item) => expand(item, environment)) as T // same shape
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [key, expand(child, environment)]),
  ) as T // same shape
}

function environmentOf(): Record<string, string | undefined> {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } } // absent outside Node
  return process?.env ?? {}
}

function codeOf(error: unknown): string {
  const { code } = error as { code?: unknown } // any value can be thrown
  return typeof code === 'string' ? code : 'MCP_CONNECT_FAILED'
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
