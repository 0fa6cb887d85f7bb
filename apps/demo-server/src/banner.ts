import { fileURLToPath } from 'node:url'
import type { Options } from './options'

/** What a newcomer reads in the terminal: the URL, what to try, and how a client connects. */
export function banner({ host, workspace }: Options, port: number, model: string): string {
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  const client = { mcpServers: { toolprism: stdioCommand(workspace) } }
  return `
  Toolprism is running:  ${url}
  Tools may read:        ${workspace}
  Chat answers by:       ${model}

  Try
    open ${url} and ask: find where the input budget is defined and show me its limits
    curl ${url}/tools.d.ts               the tools as a model reads them in code mode
    npx -y @modelcontextprotocol/inspector@2.12.0 --cli ${url}/mcp --method tools/list

  Connect an MCP client by URL:  ${url}/mcp
  or by command (Claude Desktop, Cursor and others read this):
${JSON.stringify(client, null, 2).replace(/^/gm, '    ')}

  Ctrl-C stops it.
`
}

/** How an MCP client starts this server. */
export function stdioCommand(workspace: string): { command: string; args: string[] } {
  const cli = fileURLToPath(new URL('./cli.js', import.meta.url))
  return { command: 'node', args: [cli, '--stdio', '--workspace', workspace] }
}
