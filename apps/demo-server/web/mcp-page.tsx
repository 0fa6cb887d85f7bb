import { useState } from 'react'
import type { Registry } from './registry'

/** How an MCP client gets these tools: by URL or by command, ready to paste. */
export function McpPage({ registry }: { registry: Registry }) {
  const url = new URL('mcp', location.href.split('#')[0]).href
  const { command, args } = registry.stdio
  const stdio = { command, args }
  const snippets = [
    { title: 'Claude Desktop, Cursor, Windsurf', text: json({ mcpServers: { toolprism: stdio } }) },
    {
      title: 'VS Code (.vscode/mcp.json)',
      text: json({ servers: { toolprism: { type: 'http', url } } }),
    },
    { title: 'Claude Code', text: `claude mcp add --transport http toolprism ${url}` },
    {
      title: 'MCP Inspector',
      text: `npx -y @modelcontextprotocol/inspector@2.12.0 --cli ${url} --method tools/list`,
    },
  ]
  return (
    <main className="page">
      <div className="panel">
        <h1>MCP</h1>
        <p>
          Every tool of this page is served at <code>{url}</code> over Streamable HTTP.
        </p>
      </div>
      {snippets.map((snippet) => (
        <Snippet key={snippet.title} {...snippet} />
      ))}
    </main>
  )
}

function Snippet({ title, text }: { title: string; text: string }) {
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
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard. */}
      <pre className="raw" tabIndex={0}>
        {text}
      </pre>
    </section>
  )
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2)
}
