import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'

interface ScrollerProps {
  as: 'pre' | 'div'
  className: string
  /** What a screen reader calls it when it is reached. */
  label: string
  dir?: 'ltr' | undefined
  children: ReactNode
}

/** Content that may be wider than its place. While it is, it can be reached and scrolled by keyboard; else it is no stop. */
export function Scroller({ as: Tag, label, children, ...rest }: ScrollerProps): ReactNode {
  const element = useRef<HTMLPreElement & HTMLDivElement>(null)
  const [scrolls, setScrolls] = useState(false)
  const measure = useCallback(() => {
    const { scrollWidth = 0, clientWidth = 0 } = element.current ?? {}
    setScrolls(scrollWidth > clientWidth)
  }, [])
  // A longer line changes no size that an observer tells of.
  useEffect(measure)
  useEffect(() => {
    const resized = new ResizeObserver(measure)
    if (element.current) resized.observe(element.current)
    return () => resized.disconnect()
  }, [measure])
  return (
    <Tag
      ref={element}
      {...rest}
      {...(scrolls ? { tabIndex: 0, role: 'group', 'aria-label': label } : {})}
    >
      {children}
    </Tag>
  )
}
