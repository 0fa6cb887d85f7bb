// The samples of the README: compiled here, so that they are right.
// #region react
import type { PresentationRegistry, ToolCallView } from '@toolprism/ui-presentations'
import { defineToolCard, type ToolCardElement } from '@toolprism/ui-presentations/element'
import { sseTransport, ToolCard, ToolChat } from '@toolprism/ui-presentations/react'

const transport = sseTransport('/chat')

export function Page({ presentations }: { presentations: PresentationRegistry }) {
  return <ToolChat transport={transport} toolPresentations={presentations} />
}

export function Card({ view }: { view: ToolCallView }) {
  return <ToolCard view={view} onAnswer={(_, decision) => console.log(decision)} />
}
// #endregion

export function element(view: ToolCallView): void {
  // #region element
  defineToolCard()
  const card = document.createElement('tool-card') as ToolCardElement
  card.view = view
  card.addEventListener('tool-approve', (event) => console.log(event))
  document.body.append(card)
  // #endregion
}
