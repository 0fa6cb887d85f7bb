import { useEffect, useRef, useState } from 'react'
import { example } from './example-composition'
import { showHidden } from './show-hidden'

interface Rendered {
  valid: boolean
  errors: string[]
  warnings: string[]
  surfaces?: {
    text: string
    markdown: string
    html: { html: string; css: string }
    slack: string
    svg: string
    png: string
    pdf: string
  }
}

const tabs = ['html', 'png', 'text', 'markdown', 'slack', 'svg', 'pdf'] as const
type Tab = (typeof tabs)[number]

/** A composition as JSON at the left, every surface at the right, errors beside. */
export function ComposePage() {
  const [text, setText] = useState(() => JSON.stringify(example, null, 2))
  const [rendered, setRendered] = useState<Rendered>()
  const [tab, setTab] = useState<Tab>('html')
  useEffect(() => {
    const stop = new AbortController()
    const timer = setTimeout(() => render(text, stop.signal).then(setRendered, () => {}), 250)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [text])
  return (
    <main className="columns compose">
      <header className="intro">
        <h1>Compose</h1>
        <p className="quiet">
          A composition is JSON that a model writes. It is checked, then drawn for each place where
          people read.
        </p>
      </header>
      <section aria-label="Composition">
        <textarea
          className="editor"
          aria-label="Composition as JSON"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Findings rendered={rendered} />
      </section>
      <section aria-label="Surfaces">
        <div className="tabs" role="tablist" aria-label="Surface">
          {tabs.map((name) => (
            <button
              key={name}
              id={`tab-${name}`}
              type="button"
              role="tab"
              aria-selected={name === tab}
              aria-controls="surface"
              tabIndex={name === tab ? 0 : -1}
              onClick={() => setTab(name)}
              onKeyDown={(event) => moveTab(event.key, tab, setTab)}
            >
              {name}
            </button>
          ))}
        </div>
        <div
          className="panel surface"
          role="tabpanel"
          id="surface"
          aria-labelledby={`tab-${tab}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
          tabIndex={0}
        >
          {rendered?.surfaces && <Surface tab={tab} surfaces={rendered.surfaces} />}
        </div>
      </section>
    </main>
  )
}

function moveTab(key: string, tab: Tab, setTab: (tab: Tab) => void) {
  const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
  const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length]
  if (step === 0 || !next) return
  setTab(next)
  document.getElementById(`tab-${next}`)?.focus()
}

function Findings({ rendered }: { rendered: Rendered | undefined }) {
  if (!rendered) return null
  const findings = [...rendered.errors, ...rendered.warnings]
  return (
    <div className="findings" role="status">
      <p className={rendered.valid ? 'quiet' : 'problem'}>
        {rendered.valid ? 'Valid' : `${rendered.errors.length} to repair`}
      </p>
      <ul>
        {findings.map((finding) => (
          <li key={finding}>{showHidden(finding)}</li>
        ))}
      </ul>
    </div>
  )
}

function Surface({ tab, surfaces }: { tab: Tab; surfaces: NonNullable<Rendered['surfaces']> }) {
  switch (tab) {
    case 'html':
      return <HtmlSurface {...surfaces.html} />
    case 'png':
      return (
        <img
          className="drawn"
          alt="The composition as PNG"
          src={`data:image/png;base64,${surfaces.png}`}
        />
      )
    case 'svg':
      return (
        <img
          className="drawn"
          alt="The composition as SVG"
          src={`data:image/svg+xml,${encodeURIComponent(surfaces.svg)}`}
        />
      )
    case 'pdf':
      return (
        <a
          className="primary"
          download="composition.pdf"
          href={`data:application/pdf;base64,${surfaces.pdf}`}
        >
          Download PDF
        </a>
      )
    default:
      return <pre className="raw">{showHidden(surfaces[tab])}</pre>
  }
}

/** The HTML surface in a shadow root of its own; the composition printer escapes every text in it. */
function HtmlSurface({ html, css }: { html: string; css: string }) {
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!host.current) return
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' })
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    root.adoptedStyleSheets = [sheet]
    root.innerHTML = html
  }, [html, css])
  return <div ref={host} />
}

async function render(text: string, signal: AbortSignal): Promise<Rendered> {
  let composition: unknown
  try {
    composition = JSON.parse(text)
  } catch (error) {
    return { valid: false, errors: [`Not JSON: ${(error as Error).message}`], warnings: [] }
  }
  const response = await fetch('api/render', {
    method: 'POST',
    body: JSON.stringify({ composition }),
    signal,
  })
  return response.json()
}
