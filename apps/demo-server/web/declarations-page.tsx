import { useEffect, useState } from 'react'
import { showHidden } from './show-hidden'

interface Declarations {
  text: string
  tokens: { declarations: number; json: number }
}

/** What a model reads in code mode, beside what the same tools cost as JSON. */
export function DeclarationsPage() {
  const [declarations, setDeclarations] = useState<Declarations>()
  useEffect(() => {
    fetch('api/declarations')
      .then((response) => response.json())
      .then(setDeclarations)
  }, [])
  if (!declarations) return <main className="page" aria-busy="true" />
  const { text, tokens } = declarations
  return (
    <main className="page">
      <div className="panel">
        <h1>Declarations</h1>
        <p className="quiet">
          The tools as TypeScript, the form models write code against. Tokens counted with o200k.
        </p>
        <dl className="figures">
          <div>
            <dt>Declarations</dt>
            <dd>{tokens.declarations.toLocaleString('en')}</dd>
          </div>
          <div>
            <dt>tools/list as JSON</dt>
            <dd>{tokens.json.toLocaleString('en')}</dd>
          </div>
          <div>
            <dt>Share</dt>
            <dd>{Math.round((100 * tokens.declarations) / tokens.json)} %</dd>
          </div>
        </dl>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard. */}
      <pre className="raw code" tabIndex={0}>
        {showHidden(text)}
      </pre>
    </main>
  )
}
