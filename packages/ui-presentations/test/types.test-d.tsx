// Checked by `tsc`; nothing here runs.
import type { ToolEvent } from '@toolprism/core'
import {
  createToolCardStore,
  type ResultView,
  reduceToolEvent,
  registerIcon,
  type ToolCallView,
  type ToolCardState,
} from '@toolprism/ui-presentations'
import { fromUIMessagePart } from '@toolprism/ui-presentations/ai-sdk'
import { defineToolCard, type ToolAnswerDetail } from '@toolprism/ui-presentations/element'
import { renderToolCard as renderHtml } from '@toolprism/ui-presentations/html'
import {
  agentTransport,
  type ChatTransport,
  sseTransport,
  ToolCard,
  ToolChat,
} from '@toolprism/ui-presentations/react'
import { renderToolCard as renderTerminal } from '@toolprism/ui-presentations/terminal'
import type { ReactNode } from 'react'
import { expectTypeOf } from 'vitest'

declare const event: ToolEvent
declare const state: ToolCardState
declare const view: ToolCallView
declare const result: ResultView

// A whole stream may be given: what is no tool event is passed over.
const store = createToolCardStore({ presentations: { search: { label: 'Search' } } })
store.dispatch(event)
declare const other: { type: 'text.delta'; delta: string }
store.dispatch([event, other])
// @ts-expect-error an event says what it is
store.dispatch({ callId: 'a' })
expectTypeOf(reduceToolEvent(state, event)).toEqualTypeOf<ToolCardState>()
expectTypeOf(store.getViews()).toEqualTypeOf<readonly ToolCallView[]>()
expectTypeOf(store.getView('a')).toEqualTypeOf<ToolCallView | undefined>()
expectTypeOf(fromUIMessagePart({ type: 'text' })).toEqualTypeOf<ToolCallView | undefined>()

// A result is told by its kind.
if (result.kind === 'image') expectTypeOf(result.source).toBeString()
// @ts-expect-error a text has no address
if (result.kind === 'text') result.source

// Options are those of the renderer.
renderHtml(view, { approval: { action: '/answer', fields: { run: '1' } } })
renderTerminal(view, { width: 80, color: true, unicode: false })
// @ts-expect-error approvals go nowhere by that name
renderHtml(view, { approval: 'form' })
// @ts-expect-error a width is a number of columns
renderTerminal(view, { width: '80' })

registerIcon('dot', [['circle', { cx: 12, cy: 12, r: 2 }]])
// @ts-expect-error an icon is a list of shapes
registerIcon('dot', '<circle/>')

// The element's events carry what an answer needs.
defineToolCard()
document.createElement('tool-card').addEventListener('tool-approve', (given) => {
  const { permissionId } = (given as CustomEvent<ToolAnswerDetail>).detail
  expectTypeOf(permissionId).toBeString()
})

// An agent of any harness version fits by shape; a transport is what a chat needs.
expectTypeOf(sseTransport('/chat')).toEqualTypeOf<ChatTransport>()
declare const agent: Parameters<typeof agentTransport>[0]
export const chat: ReactNode = <ToolChat transport={agentTransport(agent)} />
export const card: ReactNode = (
  <ToolCard
    view={view}
    onAnswer={(asked, decision) => {
      expectTypeOf(asked).toEqualTypeOf<ToolCallView>()
      expectTypeOf(decision).toEqualTypeOf<'allow' | 'deny'>()
    }}
  />
)
// @ts-expect-error a chat needs a way to its agent
export const nowhere: ReactNode = <ToolChat />
