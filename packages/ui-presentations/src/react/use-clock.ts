import { useEffect, useState } from 'react'

/** The time, once a second while `on`. */
export function useClock(on: boolean): number {
  const [now, setNow] = useState(() => (on ? Date.now() : 0))
  useEffect(() => {
    if (!on) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [on])
  return now
}
