import type { ToolEvent, ToolResult } from '@toolprism/core'
import { createToolCardStore } from '@toolprism/ui-presentations'
import { ToolCard, useToolCards } from '@toolprism/ui-presentations/react'
import { useRef, useState } from 'react'
import { callTool } from './call-tool'
import { type ListedTool, lookOf, presentationsOf, type Registry } from './registry'
import { SchemaForm } from './schema-form'
import { showHidden } from './show-hidden'
import { ToolIcon } from './tool-icon'

/** Here a person is the model: pick a tool, fill its form, read its card and the raw result. */
export function ToolsPage({ registry: { tools } }: { registry: Registry }) {
  const [selected, setSelected] = useState(tools[0]?.name)
  const tool = tools.find(({ name }) => name === selected)
  return (
    <main className="columns">
      <h1 className="unseen">Tools</h1>
      <section aria-label="Tools">
        <div className="tool-choice">
          <select
            aria-label="Tool"
            value={selected}
            onChange={(event) => setSelected(event.target.value)}
          >
            {tools.map((item) => (
              <option key={item.name} value={item.name}>
                {lookOf(item).label}
              </option>
            ))}
          </select>
        </div>
        <ul className="tools">
          {tools.map((item) => (
            <li key={item.name}>
              <button
                type="button"
                className="tool"
                data-tool={item.name}
                aria-pressed={item.name === selected}
                onClick={() => setSelected(item.name)}
              >
                <span className="tool-head">
                  <ToolIcon tool={item} />
                  <span className="tool-label">{lookOf(item).label}</span>
                  <code>{item.name}</code>
                </span>
                <p>{item.description}</p>
              </button>
            </li>
          ))}
        </ul>
      </section>
      {tool && <ToolRunner key={tool.name} tool={tool} />}
    </main>
  )
}

function ToolRunner({ tool }: { tool: ListedTool }) {
  const [store] = useState(() => createToolCardStore({ presentations: presentationsOf([tool]) }))
  const { label } = lookOf(tool)
  const cards = useToolCards(store)
  const [result, setResult] = useState<ToolResult>()
  const [running, setRunning] = useState(false)
  const [problem, setProblem] = useState('')
  const stop = useRef<AbortController>(undefined)

  const onEvent = (event: ToolEvent) => {
    store.dispatch(event)
    if (event.type === 'tool.completed' || event.type === 'tool.failed') setResult(event.result)
  }
  const run = async (input: unknown) => {
    setProblem('')
    setResult(undefined)
    setRunning(true)
    stop.current = new AbortController()
    await callTool(tool.name, input, onEvent, stop.current.signal).catch((error) =>
      setProblem(String(error.message ?? error)),
    )
    setRunning(false)
  }
  const latest = cards.at(-1)
  return (
    <section aria-label={label}>
      <div className="panel">
        <h2>{label}</h2>
        <p className="quiet">{tool.description}</p>
        <Badges tool={tool} />
        <SchemaForm
          schema={tool.inputSchema}
          running={running}
          action={tool.annotations?.readOnlyHint ? 'Run tool' : 'Approve and run'}
          onSubmit={run}
          onStop={() => stop.current?.abort()}
        />
        {problem && (
          <p className="problem" role="alert">
            {problem}
          </p>
        )}
      </div>
      {latest && (
        <div className="panel">
          <h3>Card</h3>
          <ToolCard view={latest} />
        </div>
      )}
      {result && (
        <div className="panel">
          <h3>Raw result</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard. */}
          <pre className="raw" tabIndex={0}>
            {showHidden(JSON.stringify(result, null, 2))}
          </pre>
        </div>
      )}
    </section>
  )
}

function Badges({ tool }: { tool: ListedTool }) {
  const { readOnlyHint, destructiveHint, openWorldHint } = tool.annotations ?? {}
  const badges = [
    readOnlyHint ? 'read-only' : 'may change things',
    !readOnlyHint && destructiveHint !== false ? 'may destroy' : '',
    openWorldHint === false ? 'closed world' : '',
    tool.presentation?.group ?? '',
  ].filter(Boolean)
  return (
    <p className="badges">
      {badges.map((badge) => (
        <span className="badge" key={badge}>
          {badge}
        </span>
      ))}
    </p>
  )
}
