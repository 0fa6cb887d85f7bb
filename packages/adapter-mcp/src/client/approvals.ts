import type { ConnectMcpOptions, ToolsDiff } from './connect.types'

/** Which tools a person agreed to, by fingerprint: a tool that changes later waits (CVE-2025-54136). */
export interface Approvals {
  /** Remote names that wait. */
  readonly waiting: readonly string[]
  holds(name: string): boolean
  /** Whether the newest list has it. */
  lists(name: string): boolean
  approve(names?: readonly string[]): void
  /** Takes note of a new list and says how it differs from the one before. */
  see(fingerprints: Readonly<Record<string, string>>): ToolsDiff
}

export function createApprovals(options: Pick<ConnectMcpOptions, 'approved' | 'trust'>): Approvals {
  const approved = new Map(Object.entries(options.approved ?? {}))
  let current = new Map<string, string>()
  let first = true
  const holds = (name: string) => !options.trust && approved.get(name) !== current.get(name)
  return {
    holds,
    lists: (name) => current.has(name),
    get waiting() {
      return [...current.keys()].filter(holds)
    },
    approve(names = [...current.keys()]) {
      for (const name of names) {
        const fingerprint = current.get(name)
        if (fingerprint !== undefined) approved.set(name, fingerprint)
      }
    },
    see(fingerprints) {
      const before = current
      current = new Map(Object.entries(fingerprints))
      // Whoever connects without a list of approvals agrees to what is there now.
      if (first && !options.approved) for (const [name, print] of current) approved.set(name, print)
      first = false
      return {
        added: [...current.keys()].filter((name) => !before.has(name)),
        removed: [...before.keys()].filter((name) => !current.has(name)),
        changed: [...current.keys()].filter(
          (name) => before.has(name) && before.get(name) !== current.get(name),
        ),
      }
    },
  }
}
