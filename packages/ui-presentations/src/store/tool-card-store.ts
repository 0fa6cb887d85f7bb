import type { ToolCallView } from '../view/tool-call-view.types'
import { toToolCallView, type ViewOptions } from './to-tool-call-view'
import type { ToolCall } from './tool-call.types'
import {
  callKey,
  createToolCardState,
  findCall,
  type HostEvent,
  listCalls,
  reduceToolEvent,
  type ToolCardState,
} from './tool-card-state'

/** Holds the calls of one screen and tells who listens. */
export interface ToolCardStore {
  /** Takes one event, or many at once with one notification. */
  dispatch(events: HostEvent | readonly HostEvent[]): void
  /** Every card in order; the same array until something changes. */
  getViews(): readonly ToolCallView[]
  /** One card, the same object until it changes. The run may be left out when the id is unique. */
  getView(callId: string, runId?: string): ToolCallView | undefined
  getState(): ToolCardState
  /** Presentations that came later, or other words: every card is derived anew. */
  setOptions(options: ViewOptions): void
  clear(): void
  /** Returns the function that ends it. */
  subscribe(listener: () => void): () => void
}

/** A store over `reduceToolEvent`, shaped for `useSyncExternalStore`. */
export function createToolCardStore(options: ViewOptions = {}): ToolCardStore {
  let state = createToolCardState()
  let toView = createViewCache(options)
  let views: readonly ToolCallView[] | undefined
  const listeners = new Set<() => void>()
  const changed = () => {
    views = undefined
    for (const listener of [...listeners]) listener()
  }
  return {
    dispatch(events) {
      const before = state
      for (const event of Array.isArray(events) ? events : [events])
        state = reduceToolEvent(state, event)
      if (state !== before) changed()
    },
    getViews() {
      views ??= sortCalls(listCalls(state)).map(toView)
      return views
    },
    getView(callId, runId) {
      const call =
        findCall(state, callKey(callId, runId)) ??
        (runId === undefined
          ? listCalls(state).findLast((item) => item.callId === callId)
          : undefined)
      return call && toView(call)
    },
    getState: () => state,
    setOptions(next) {
      toView = createViewCache(next)
      changed()
    },
    clear() {
      state = createToolCardState()
      changed()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Views by call: a call that did not change keeps its view object, so a memoised card is not drawn again. */
export function createViewCache(options: ViewOptions): (call: ToolCall) => ToolCallView {
  const cache = new WeakMap<ToolCall, ToolCallView>()
  return (call) => {
    const known = cache.get(call)
    if (known) return known
    const view = toToolCallView(call, options)
    cache.set(call, view)
    return view
  }
}

/** The calls of each run by their place in its stream; runs that are interleaved stay so. */
function sortCalls(calls: ToolCall[]): ToolCall[] {
  const runs = new Map<string | undefined, ToolCall[]>()
  for (const call of calls) {
    const run = runs.get(call.runId)
    if (run) run.push(call)
    else runs.set(call.runId, [call])
  }
  // Last first, so that the next one is popped.
  for (const run of runs.values())
    run.reverse().sort((a, b) => (b.sequence ?? 0) - (a.sequence ?? 0))
  return calls.flatMap(({ runId }) => runs.get(runId)?.pop() ?? [])
}
