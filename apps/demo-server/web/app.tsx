import { useEffect, useState } from 'react'
import { ChatPage } from './chat-page'
import { ComposePage } from './compose-page'
import { DeclarationsPage } from './declarations-page'
import { McpPage } from './mcp-page'
import { fetchRegistry, type Registry } from './registry'
import { ToolsPage } from './tools-page'

const pages = {
  chat: { label: 'Chat', Page: ChatPage },
  tools: { label: 'Tools', Page: ToolsPage },
  declarations: { label: 'Declarations', Page: DeclarationsPage },
  compose: { label: 'Compose', Page: ComposePage },
  mcp: { label: 'MCP', Page: McpPage },
} as const

type PageName = keyof typeof pages

export function App() {
  const [registry, setRegistry] = useState<Registry>()
  const [problem, setProblem] = useState('')
  const page = usePage()
  useEffect(() => {
    fetchRegistry().then(setRegistry, (error) => setProblem(String(error.message ?? error)))
  }, [])
  const { Page } = pages[page]
  return (
    <>
      <header className="top">
        <a className="brand" href="#/chat">
          <img src="./prism.svg" alt="" width="28" height="28" />
          Toolprism
        </a>
        <nav aria-label="Pages">
          {Object.entries(pages).map(([name, { label }]) => (
            <a key={name} href={`#/${name}`} aria-current={name === page ? 'page' : undefined}>
              {label}
            </a>
          ))}
        </nav>
        {registry && (
          <span className="quiet workspace" title={`The tools work in ${registry.workspace}`}>
            {registry.workspace.split(/[\\/]/).findLast(Boolean)}
          </span>
        )}
      </header>
      {problem && (
        <p className="problem page-problem" role="alert">
          {problem}
        </p>
      )}
      {registry && <Page registry={registry} />}
    </>
  )
}

/** The page the address names: `#/tools`. */
function usePage(): PageName {
  const [hash, setHash] = useState(location.hash)
  useEffect(() => {
    const changed = () => setHash(location.hash)
    addEventListener('hashchange', changed)
    return () => removeEventListener('hashchange', changed)
  }, [])
  const name = hash.replace(/^#\//, '')
  return Object.hasOwn(pages, name) ? (name as PageName) : 'chat'
}
