import { createToolCardStore, type ToolCallView } from '@toolprism/ui-presentations'
import {
  defineToolCard,
  type ToolAnswerDetail,
  type ToolCardElement,
} from '@toolprism/ui-presentations/element'
import { ToolCardGroup, useToolCards } from '@toolprism/ui-presentations/react'
import { type ReactNode, useEffect, useRef } from 'react'
import { epoch, eventsOf, table, viewOf } from '../test/support/fixtures'

/** What a test (or a person at the console) reaches as `window.gallery`. */
export const handle = {
  store: createToolCardStore(),
  answers: [] as { permissionId: string; decision: string }[],
  /** Icons drawn by React: one for each time a card is rendered. */
  renders: [] as string[],
  /** Set to refuse the next answer. */
  refuse: false,
  focusApproval: false,
  viewOf,
  eventsOf,
  table,
  epoch,
}

async function answer(view: ToolCallView, decision: 'allow' | 'deny'): Promise<void> {
  const permissionId = view.approval?.permissionId ?? ''
  if (handle.refuse) {
    handle.refuse = false
    throw new Error('refused')
  }
  handle.answers.push({ permissionId, decision })
}

function renderIcon(_icon: string, view: ToolCallView): ReactNode {
  handle.renders.push(view.callId)
  return undefined
}

/** Cards of a store that a test fills, through React or the element. */
export function Live({ kind }: { kind: 'react' | 'element' }): ReactNode {
  const views = useToolCards(handle.store)
  if (kind === 'react')
    return (
      <ToolCardGroup
        views={views}
        onAnswer={answer}
        renderIcon={renderIcon}
        focusApproval={handle.focusApproval}
      />
    )
  return views.map((view) => <LiveElement key={view.key} view={view} />)
}

function LiveElement({ view }: { view: ToolCallView }): ReactNode {
  const place = useRef<HTMLDivElement>(null)
  const card = useRef<ToolCardElement>(null)
  useEffect(() => {
    defineToolCard()
    if (!card.current) {
      const made = document.createElement('tool-card') as ToolCardElement
      const listen = (decision: string) => (event: Event) => {
        const { permissionId } = (event as CustomEvent<ToolAnswerDetail>).detail
        if (handle.refuse) {
          handle.refuse = false
          return event.preventDefault()
        }
        handle.answers.push({ permissionId, decision })
      }
      made.addEventListener('tool-approve', listen('allow'))
      made.addEventListener('tool-deny', listen('deny'))
      place.current?.append(made)
      card.current = made
    }
    card.current.view = view
    if (handle.focusApproval) card.current.focusApproval()
  }, [view])
  return <div ref={place} />
}
