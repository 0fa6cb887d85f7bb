import { vi } from 'vitest'

/** Waits for an expectation to hold, for as long as a busy machine may need. */
export function until(expectation: () => void): Promise<void> {
  return vi.waitFor(expectation, { timeout: 14_000, interval: 5 })
}
