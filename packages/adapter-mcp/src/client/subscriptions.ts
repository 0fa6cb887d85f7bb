/** Who wants to hear of which resource. */
export interface Subscriptions {
  /** Answers true when nobody listened to the URI before. */
  add(uri: string, listener: () => void): boolean
  /** Answers true when nobody listens any more. */
  remove(uri: string, listener: () => void): boolean
  changed(uri: string): void
}

export function createSubscriptions(): Subscriptions {
  const listeners = new Map<string, Set<() => void>>()
  return {
    add(uri, listener) {
      const known = listeners.get(uri)
      if (known) known.add(listener)
      else listeners.set(uri, new Set([listener]))
      return !known
    },
    remove(uri, listener) {
      const known = listeners.get(uri)
      known?.delete(listener)
      return known?.size === 0 && listeners.delete(uri)
    },
    changed(uri) {
      for (const listener of listeners.get(uri) ?? []) listener()
    },
  }
}
