import { type RefObject, useEffect, useRef } from 'react'

/** Keeps a scrolling element at its end while content grows, unless the person has scrolled away. */
export function useStickToEnd(element: RefObject<HTMLElement | null>): void {
  const stuck = useRef(true)
  useEffect(() => {
    const scroller = element.current
    if (!scroller) return
    const onScroll = () => {
      stuck.current = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 40
    }
    const toEnd = () => {
      if (stuck.current) scroller.scrollTop = scroller.scrollHeight
    }
    const grown = new ResizeObserver(toEnd)
    for (const child of scroller.children) grown.observe(child)
    grown.observe(scroller)
    scroller.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      grown.disconnect()
      scroller.removeEventListener('scroll', onScroll)
    }
  }, [element])
}
