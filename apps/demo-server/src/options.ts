import { realpathSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

export interface Options {
  port: number
  host: string
  /** Real path of the folder whose files the tools may read. */
  workspace: string
  /** Name of the model at `DEMO_MODEL_URL`, or `planner`. */
  model: string | undefined
  stdio: boolean
  conformance: boolean
  help: boolean
}

/** A mistake of the person who typed the command: printed without a stack, exit code 2. */
export class UsageError extends Error {
  readonly code = 'USAGE'
}

export const help = `toolprism-demo: one registry of real tools, served to every host

  toolprism-demo [options]

  --workspace DIR    folder the tools may read (default: the current folder)
  --port N           port of the page and of /mcp (default: 4600; 0: a free one)
  --host ADDRESS     address to listen on (default: 127.0.0.1)
  --model NAME       model at DEMO_MODEL_URL, or "planner"
  --stdio            serve MCP over standard input and output
  --conformance      serve the fixtures of the MCP conformance suite
  --help             this text
`

const flags = {
  port: { type: 'string', default: '4600' },
  host: { type: 'string', default: '127.0.0.1' },
  workspace: { type: 'string', default: '.' },
  model: { type: 'string' },
  stdio: { type: 'boolean', default: false },
  conformance: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** Reads the command line; throws UsageError with what to type instead. */
export function readOptions(argv: string[]): Options {
  const values = parse(argv)
  return {
    ...values,
    model: values.model,
    port: readPort(values.port),
    workspace: readWorkspace(values.workspace),
  }
}

function parse(argv: string[]) {
  try {
    return parseArgs({ args: argv, options: flags, allowPositionals: false }).values
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split('. ')[0]}. Try --help.`)
  }
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
