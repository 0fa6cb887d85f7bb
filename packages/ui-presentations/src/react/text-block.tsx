import type { ReactNode } from 'react'
import { omittedText } from '../omitted-text'
import type { CardTexts } from '../view/texts'
import type { TextView } from '../view/tool-call-view.types'

interface TextBlockProps {
  value: TextView
  kind: 'tp-text' | 'tp-code'
  texts: CardTexts
}

/** A text, folded behind its first lines when long. */
export function TextBlock({ value, kind, texts }: TextBlockProps): ReactNode {
  // Code reads left to right in every language.
  const block = (text: string) => (
    <pre className={kind} dir={kind === 'tp-code' ? 'ltr' : 'auto'}>
      {text}
    </pre>
  )
  const omitted = value.omitted ? (
    <p className="tp-note">{omittedText(value.omitted, texts)}</p>
  ) : null
  if (value.preview === undefined)
    return (
      <>
        {block(value.text)}
        {omitted}
      </>
    )
  return (
    <details className="tp-long">
      <summary>
        {block(value.preview)}
        <span className="tp-more">{texts.showAll}</span>
      </summary>
      {block(value.text)}
      {omitted}
    </details>
  )
}
