/** The event store both SDKs' transports take: what a client that reconnects gets to hear again. */
export interface EventStore {
  storeEvent(streamId: string, message: unknown): Promise<string>
  getStreamIdForEventId(eventId: string): Promise<string | undefined>
  replayEventsAfter(
    lastEventId: string,
    sink: { send(eventId: string, message: unknown): Promise<void> },
  ): Promise<string>
}

/** Keeps the last events of one session in memory. */
export function createEventStore(limit = 1000): EventStore {
  const events = new Map<string, { streamId: string; message: unknown }>()
  let count = 0
  return {
    async storeEvent(streamId, message) {
      const id = String(++count)
      events.set(id, { streamId, message })
      const [oldest] = events.keys()
      if (events.size > limit && oldest !== undefined) events.delete(oldest)
      return id
    },
    async getStreamIdForEventId(eventId) {
      return events.get(eventId)?.streamId
    },
    async replayEventsAfter(lastEventId, { send }) {
      const streamId = events.get(lastEventId)?.streamId
      if (streamId === undefined) return ''
      let after = false
      for (const [id, event] of [...events]) {
        const isPriming = JSON.stringify(event.message) === '{}'
        if (after && event.streamId === streamId && !isPriming) await send(id, event.message)
        if (id === lastEventId) after = true
      }
      return streamId
    },
  }
}
