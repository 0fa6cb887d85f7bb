interface Receiver {
  onmessage?: ((message: { method?: string }, extra?: unknown) => void) | undefined
}

/**
 * Both SDKs handle a notification one microtask after it came, and a response at once: the last progress of a
 * call, read in one chunk with its reply, would find nobody waiting. So whatever follows a notification waits
 * for the same microtask.
 */
export function keepOrder(transport: unknown): void {
  const receiver = transport as Receiver // connected just now, so the SDK has set its listener
  const deliver = receiver.onmessage
  if (!deliver) return
  let behind = 0
  receiver.onmessage = (message, extra) => {
    const isNotification = message.method !== undefined && !('id' in message)
    if (!isNotification && behind === 0) return deliver(message, extra)
    behind++
    if (isNotification) deliver(message, extra)
    queueMicrotask(() => {
      behind--
      if (!isNotification) deliver(message, extra)
    })
  }
}
