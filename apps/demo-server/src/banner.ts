import { fileURLToPath } from 'node:url'
import type { ToolDefinition } from '@toolprism/core'
import type { Options } from './options'

interface BannerFacts {
  options: Options
  url: string
  token: string | undefined
  /** What answers in the chat. */
  model: string
  tools: readonly ToolDefinition[]
  /** Where the chat's runs are, when an engine has them. */
  durable?: string | undefined
}

/** What a newcomer reads in the terminal: the URL, what to try, and how a client connects. */
export function banner({ options, url, token, model, tools, durable }: BannerFacts): string {
  const { workspace, allowWrites, data } = options
  const page = token ? `${url}/?token=${token}` : url
  const header = token ? ` -H 'Authorization: Bearer ${token}'` : ''
  const inspector = token ? ` --header "Authorization: Bearer ${token}"` : ''
  const client = { mcpServers: { toolprism: stdioCommand(options) } }
  return `
  Toolprism is running:  ${page}
  Tools:                 ${tools.length}, which may ${allowWrites ? 'read and change' : 'read'} ${workspace}
  Chat answers by:       ${model}
  Conversations in:      ${data}
${durable ? `  Runs survive in:       ${durable}\n` : ''}${token ? '\n  Others can reach this address. Every request needs the token: give it to nobody else.\n' : ''}
  Try
    open ${page} and ask: find where the input budget is defined and show me its limits
    curl${header} ${url}/tools.d.ts               the tools as a model reads them in code mode
    npx -y @modelcontextprotocol/inspector@2.12.0 --cli ${url}/mcp --method tools/list${inspector}

  Connect an MCP client by URL:  ${url}/mcp
  or by command (Claude Desktop, Cursor and others read this):
${JSON.stringify(client, null, 2).replace(/^/gm, '    ')}

  Ctrl-C stops it.
`
}

/** How an MCP client starts this server. */
export function stdioCommand(options: Pick<Options, 'workspace' | 'allowWrites' | 'mcpConfig'>): {
  command: string
  args: string[]
} {
  const cli = fileURLToPath(new URL('./cli.js', import.meta.url))
  const { workspace, allowWrites, mcpConfig } = options
  return {
    command: 'node',
    args: [
      ...[cli, '--stdio', '--workspace', workspace],
      ...(allowWrites ? ['--allow-writes'] : []),
      ...(mcpConfig ? ['--mcp-config', mcpConfig] : []),
    ],
  }
}
