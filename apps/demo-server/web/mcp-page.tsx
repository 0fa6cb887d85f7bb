import { useState } from 'react'
import type { Registry } from './registry'
import { showHidden } from './show-hidden'

/** How an MCP client gets these tools: by URL or by command, ready to paste. */
export function McpPage({ registry }: { registry: Registry }) {
  const url = new URL('mcp', location.href.split('#')[0]).href
  const { token, stdio } = registry
  const bearer = token && `Bearer ${token}`
  const headers = bearer ? { headers: { Authorization: bearer } } : {}
  const header = bearer ? ` --header "Authorization: ${bearer}"` : ''
  const snippets = [
    {
      title: 'Claude Desktop, Cursor, Windsurf',
      about: 'Starts a server of its own; paste into the file of MCP servers.',
      text: json({ mcpServers: { toolprism: stdio } }),
    },
    {
      title: 'VS Code',
      about: '.vscode/mcp.json of your project. Uses this server.',
      text: json({ servers: { toolprism: { type: 'http', url, ...headers } } }),
    },
    {
      title: 'Claude Code',
      about: 'In a terminal. Uses this server.',
      text: `claude mcp add --transport http toolprism ${url}${header}`,
    },
    {
      title: 'MCP Inspector',
      about: 'In a terminal: lists the tools of this server.',
      text: `npx -y @modelcontextprotocol/inspector@2.12.0 --cli ${url} --method tools/list${header}`,
    },
  ]
  return (
    <main className="page">
      <div className="panel">
        <h1>Connect an MCP client</h1>
        <p className="quiet">
          All {registry.tools.length} tools of this page are served at <code>{url}</code> over
          Streamable HTTP, or over standard input and output by the command below.
        </p>
      </div>
      {snippets.map((snippet) => (
        <Snippet key={snippet.title} {...snippet} />
      ))}
    </main>
  )
}

function Snippet({ title, about, text }: { title: string; about: string; text: string }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return (
    <section className="panel" aria-label={title}>
      <div className="snippet-head">
        <h2>{title}</h2>
        <button type="button" className="plain" onClick={copy}>
          {copied ? 'Copied' : 'Copy'}
          <span className="unseen"> for {title}</span>
        </button>
      </div>
      <p className="quiet">{about}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard. */}
      <pre className="raw" tabIndex={0}>
        {showHidden(text)}
      </pre>
    </section>
  )
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2)
}
