import {
  createToolCardStore,
  type ToolCallView,
  type ToolCardStore,
} from '@toolprism/ui-presentations'
import { ToolCard, useToolCards } from '@toolprism/ui-presentations/react'
import { Window } from 'happy-dom'
import { createElement, memo, type ReactNode } from 'react'
import { median } from '../lib/bench.mjs'

// React looks for a DOM when it is loaded, so the window comes first and React DOM after.
const window = new Window()
for (const name of ['document', 'navigator', 'Document', 'ShadowRoot', 'CSSStyleSheet'])
  Object.defineProperty(globalThis, name, { value: Reflect.get(window, name), configurable: true })
Object.assign(globalThis, { window })
const { createRoot } = await import('react-dom/client')
const { flushSync } = await import('react-dom')

let renders = 0
const renderIcon = () => {
  renders++
  return undefined
}

/** The least a card can be: two words, drawn when its view changes. */
const Plain = memo(({ view }: { view: ToolCallView }) => {
  renders++
  return createElement('div', null, view.label, view.statusText)
})

function PlainList({ store }: { store: ToolCardStore }): ReactNode {
  return useToolCards(store).map((view) => createElement(Plain, { key: view.key, view }))
}

function CardList({ store }: { store: ToolCardStore }): ReactNode {
  return useToolCards(store).map((view) =>
    createElement(ToolCard, { key: view.key, view, renderIcon }),
  )
}

/** Cards of a store that wait, so that no clock ticks. */
function drawCards(kind: 'toolprism' | 'plain', count: number) {
  const store = createToolCardStore()
  const queued = (index: number, more: object = {}) => ({
    type: 'tool.queued',
    callId: `call-${index}`,
    toolName: 'read_file',
    timestamp: 0,
    input: { path: `src/file-${index}.ts` },
    ...more,
  })
  for (let index = 0; index < count; index++) store.dispatch(queued(index))
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  flushSync(() => root.render(createElement(kind === 'plain' ? PlainList : CardList, { store })))
  if (place.childElementCount !== count) throw new Error('the cards are not drawn')
  let step = 0
  /** One event of one card, drawn when this returns. */
  const change = () => {
    step++
    const presentation = { label: `Read file, ${step}` }
    flushSync(() => store.dispatch(queued(step % count, { presentation })))
  }
  /** How many cards one change draws. */
  const countRenders = () => {
    renders = 0
    change()
    return renders
  }
  return { change, countRenders }
}

const count = Number(process.argv[2])
const rounds = Number(process.argv[3])
const ours = drawCards('toolprism', count)
const plain = drawCards('plain', count)
const cardsRendered = ours.countRenders()
const changes = { ours: ours.change, plain: plain.change }
const times: Record<keyof typeof changes, number[]> = { ours: [], plain: [] }
for (let round = 0; round < rounds; round++)
  for (const name of round % 2 ? (['ours', 'plain'] as const) : (['plain', 'ours'] as const)) {
    const start = performance.now()
    for (let index = 0; index < 10; index++) changes[name]()
    // The first rounds warm up.
    if (round >= rounds / 4) times[name].push(((performance.now() - start) * 1000) / 10)
  }
console.log(
  JSON.stringify({
    cardsRendered,
    ours: median(times.ours),
    plain: median(times.plain),
    ratio: median(times.ours.map((time, round) => time / (times.plain[round] ?? time))),
  }),
)
process.exit(0)
