import { useSyncExternalStore } from 'react'
import type { ToolCardStore } from '../store/tool-card-store'
import type { ToolCallView } from '../view/tool-call-view.types'

/** The cards of a store, drawn again when one changes; each unchanged view is the same object as before. */
export function useToolCards(store: ToolCardStore): readonly ToolCallView[] {
  return useSyncExternalStore(store.subscribe, store.getViews, store.getViews)
}
