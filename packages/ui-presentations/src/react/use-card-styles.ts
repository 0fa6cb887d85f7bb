import { type RefObject, useEffect, useLayoutEffect } from 'react'
import { adoptStyles } from '../adopt-styles'

// React 18 warns about layout effects on a server, where no effect runs anyway.
const useBeforePaint = typeof document === 'undefined' ? useEffect : useLayoutEffect

/** Gives the document or shadow root an element stands in its stylesheet, before it is painted. */
export function useCardStyles(reference: RefObject<HTMLElement | null>, styles: string): void {
  useBeforePaint(() => {
    const root = reference.current?.getRootNode()
    if (root instanceof Document || root instanceof ShadowRoot) adoptStyles(root, styles)
  }, [reference, styles])
}
