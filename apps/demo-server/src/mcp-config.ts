import { readFileSync } from 'node:fs'
import {
  connectMcpServers,
  type McpConnections,
  type McpServersConfig,
} from '@toolprism/adapter-mcp/client'
import * as z from 'zod'
import { UsageError } from './options'

const strings = z.record(z.string(), z.string())
const entry = z
  .looseObject({
    command: z.string().min(1).optional(),
    args: z.array(z.string()).optional(),
    env: strings.optional(),
    cwd: z.string().optional(),
    url: z.string().min(1).optional(),
    headers: strings.optional(),
    type: z.string().optional(),
    disabled: z.boolean().optional(),
    trust: z.boolean().optional(),
    timeout: z.number().positive().optional(),
  })
  .refine(({ command, url }) => command !== undefined || url !== undefined, {
    error: 'expected a "command" or a "url"',
  })
const config = z.looseObject({ mcpServers: z.record(z.string().regex(/^[\w.-]{1,40}$/), entry) })

/** Reads an `mcpServers` file as other hosts keep it; throws UsageError that says which entry to mend. */
export function readMcpConfig(path: string): McpServersConfig {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new UsageError(`--mcp-config ${path} cannot be read: ${(error as Error).message}.`)
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new UsageError(`--mcp-config ${path} is not JSON: ${placeOf(error as Error, text)}.`)
  }
  const parsed = config.safeParse(value)
  if (parsed.success) return parsed.data as McpServersConfig // zod writes optional as `| undefined`
  const [issue] = parsed.error.issues
  throw new UsageError(
    `--mcp-config ${path}: at ${issue?.path.join('.') || 'the top'}: ${issue?.message}.`,
  )
}

/** Starts or reaches each server; what cannot be used is told, and the others stay. */
export async function connectConfigured(
  path: string,
  warn: (line: string) => void,
): Promise<McpConnections> {
  const connections = await connectMcpServers(readMcpConfig(path), { elicit: 'forward' })
  for (const { server, item, message } of connections.problems)
    warn(`MCP server ${server}${item ? `, ${item}` : ''}: ${message}`)
  return connections
}

/** The message on one line, with a line number where the engine gives a position and not the text around it. */
function placeOf({ message }: Error, text: string): string {
  const position = /position (\d+)/.exec(message)?.[1]
  const line = position && text.slice(0, Number(position)).split('\n').length
  return `${message.replace(/\s+/g, ' ')}${line ? ` (line ${line})` : ''}`
}
