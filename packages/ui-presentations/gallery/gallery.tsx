import { createToolCardStore, type ToolCallView } from '@toolprism/ui-presentations'
import { defineToolCard, type ToolCardElement } from '@toolprism/ui-presentations/element'
import { renderToolCard, toolCardStyles } from '@toolprism/ui-presentations/html'
import { renderToolCard as renderMarkdown } from '@toolprism/ui-presentations/markdown'
import { ToolCard, ToolCardGroup } from '@toolprism/ui-presentations/react'
import { renderToolCard as renderTerminal } from '@toolprism/ui-presentations/terminal'
import { type ReactNode, useEffect, useRef } from 'react'
import { table, viewOf } from '../test/support/fixtures'
import { Chat } from './chat'
import { Live } from './live'

const renderers = ['react', 'element', 'html', 'groups', 'terminal', 'markdown', 'chat']

/** Every row of the fixture table through one renderer; `?renderer=…&theme=…&dir=…&width=…&open=…&only=…`. */
export function Gallery({ parameters }: { parameters: URLSearchParams }): ReactNode {
  const get = (name: string, fallback = '') => parameters.get(name) ?? fallback
  const renderer = get('renderer', 'react')
  const theme = get('theme')
  const direction = get('dir', 'ltr')
  useEffect(() => {
    document.documentElement.style.colorScheme = theme || 'light dark'
    document.documentElement.dir = direction
  }, [theme, direction])
  const only = new RegExp(get('only', '.'))
  const rows = Object.entries(table)
    .filter(([name]) => only.test(name))
    .map(([name, events]) => ({ name, view: viewOf(events) }))
  const open = get('open') === '' ? undefined : get('open') === '1'
  return (
    <>
      {get('bare') ? null : <Controls parameters={parameters} />}
      <main data-renderer={renderer} data-width={get('width')}>
        {get('bare') ? <h1 className="unseen">Tool cards</h1> : null}
        {renderer === 'chat' ? (
          <Chat server={get('server')} />
        ) : renderer === 'live' || renderer === 'live-element' ? (
          <Live kind={renderer === 'live' ? 'react' : 'element'} />
        ) : renderer === 'groups' ? (
          <Groups />
        ) : (
          rows.map(({ name, view }) => (
            <div key={name}>
              <h2>{name}</h2>
              <Card renderer={renderer} view={view} open={open} />
            </div>
          ))
        )}
      </main>
    </>
  )
}

function Card({
  renderer,
  view,
  open,
}: {
  renderer: string
  view: ToolCallView
  open: boolean | undefined
}): ReactNode {
  if (renderer === 'element') return <ElementCard view={view} open={open} />
  if (renderer === 'html') return <HtmlCard view={view} open={open} />
  if (renderer === 'terminal')
    return <pre className="plain">{renderTerminal(view, open === undefined ? {} : { open })}</pre>
  if (renderer === 'markdown') return <pre className="plain">{renderMarkdown(view)}</pre>
  return <ToolCard view={view} onAnswer={() => {}} {...(open === undefined ? {} : { open })} />
}

function ElementCard({ view, open }: { view: ToolCallView; open: boolean | undefined }): ReactNode {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    defineToolCard()
    const card = document.createElement('tool-card') as ToolCardElement
    card.view = view
    if (open !== undefined) card.open = open
    place.current?.replaceChildren(card)
  }, [view, open])
  return <div ref={place} />
}

function HtmlCard({ view, open }: { view: ToolCallView; open: boolean | undefined }): ReactNode {
  const html = renderToolCard(view, {
    approval: 'buttons',
    ...(open === undefined ? {} : { open }),
  })
  return (
    <>
      <style href="toolprism-cards" precedence="default">
        {toolCardStyles}
      </style>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: this page shows what the HTML renderer makes. */}
      <div dangerouslySetInnerHTML={{ __html: html }} />
    </>
  )
}

function Groups(): ReactNode {
  const store = createToolCardStore()
  for (const [number, events] of Object.values(table).entries()) {
    if (number > 12) break
    for (const copy of number % 3 === 2 ? ['one', 'two', 'three'] : ['one']) {
      const presentation =
        copy === 'one' ? {} : { presentation: { label: `The ${copy} of ${number}` } }
      store.dispatch(
        events.map((event) => ({ ...event, ...presentation, callId: `${number} ${copy}` })),
      )
    }
  }
  return <ToolCardGroup views={store.getViews()} onAnswer={() => {}} />
}

function Controls({ parameters }: { parameters: URLSearchParams }): ReactNode {
  const choice = (name: string, values: readonly string[]) => (
    <label>
      {name}
      <select
        value={parameters.get(name) ?? values[0]}
        onChange={(event) => {
          const next = new URLSearchParams(parameters)
          next.set(name, event.target.value)
          location.search = next.toString()
        }}
      >
        {values.map((value) => (
          <option key={value}>{value}</option>
        ))}
      </select>
    </label>
  )
  return (
    <header className="controls">
      <h1>Tool cards</h1>
      {choice('renderer', renderers)}
      {choice('theme', ['', 'light', 'dark'])}
      {choice('dir', ['ltr', 'rtl'])}
      {choice('width', ['', '320'])}
      {choice('open', ['', '1', '0'])}
    </header>
  )
}
