import { realpathSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

export interface Options {
  port: number
  host: string
  /** Real path of the folder whose files the tools may read. */
  workspace: string
  /** Folder that keeps conversations. */
  data: string
  /** Path of an `mcpServers` file. */
  mcpConfig: string | undefined
  /** Tools that change files or run commands are there too. */
  allowWrites: boolean
  /** Name of the model at `DEMO_MODEL_URL`, or `planner`. */
  model: string | undefined
  /** The chat's runs are played by a worker on a durable engine. */
  durable: boolean
  stdio: boolean
  conformance: boolean
  help: boolean
}

/** A mistake of the person who typed the command: printed without a stack, exit code 2. */
export class UsageError extends Error {
  readonly code = 'USAGE'
}

/** What `--help` prints. */
export const help = `toolprism-demo: one registry of real tools, served to every host

  toolprism-demo [options]

  --workspace DIR     folder the tools may read (default: the current folder)
  --allow-writes      also tools that change files and run commands; the chat
                      asks before each call
  --mcp-config FILE   also the tools of the MCP servers in FILE, written as
                      { "mcpServers": { "name": { "command" or "url" } } }
  --model NAME        model at DEMO_MODEL_URL, an OpenAI-compatible endpoint;
                      or "planner". DEMO_MODEL_KEY: its key
  --port N            port of the page and of /mcp (default: 4600; 0: any free)
  --host ADDRESS      address to listen on (default: 127.0.0.1); on any other
                      than loopback every request needs the printed token
  --data DIR          folder of conversations (default: ~/.toolprism-demo)
  --durable           the chat's runs survive their process, on the Restate
                      server at RESTATE_INGRESS_URL and RESTATE_ADMIN_URL or
                      on one that \`node durable/install.mjs\` installs
  --stdio             serve MCP over standard input and output, no page
  --conformance       serve the fixtures of the MCP conformance suite
  --help              this text
`

const flags = {
  port: { type: 'string', default: '4600' },
  host: { type: 'string', default: '127.0.0.1' },
  workspace: { type: 'string', default: '.' },
  data: { type: 'string' },
  'mcp-config': { type: 'string' },
  'allow-writes': { type: 'boolean', default: false },
  model: { type: 'string' },
  durable: { type: 'boolean', default: false },
  stdio: { type: 'boolean', default: false },
  conformance: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** Reads the command line; throws UsageError with what to type instead. */
export function readOptions(argv: string[]): Options {
  const values = parse(argv)
  const { port, host, workspace, data, model, durable, stdio, conformance, help } = values
  const mcpConfig = values['mcp-config']
  if (durable && (stdio || conformance))
    throw new UsageError(
      `--durable is about the chat: leave out --${stdio ? 'stdio' : 'conformance'}.`,
    )
  return {
    ...{ model, durable, stdio, conformance, help },
    host: readHost(host),
    mcpConfig: mcpConfig === undefined ? undefined : resolve(mcpConfig),
    allowWrites: values['allow-writes'],
    port: readPort(port),
    workspace: readWorkspace(workspace),
    data: readData(data ?? join(homedir(), '.toolprism-demo')),
  }
}

function parse(argv: string[]) {
  try {
    return parseArgs({ args: argv, options: flags, allowPositionals: false }).values
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split('. ')[0]}. Try --help.`)
  }
}

function readHost(host: string): string {
  if (host !== '' && !/[\s/]/.test(host)) return host.replace(/^\[(.*)\]$/, '$1')
  throw new UsageError(`--host ${JSON.stringify(host)} is not an address: try 127.0.0.1.`)
}

function readPort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new UsageError(`--port ${text} is not a port: give a number from 0 to 65535.`)
}

function readWorkspace(path: string): string {
  const full = resolve(path)
  if (!statSync(full, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`--workspace ${path} is not a folder: give the path of one that exists.`)
  return realpathSync(full)
}

function readData(path: string): string {
  const full = resolve(path)
  const found = statSync(full, { throwIfNoEntry: false })
  if (!found || found.isDirectory()) return full
  throw new UsageError(`--data ${path} is a file: give a folder; it is made when first needed.`)
}
