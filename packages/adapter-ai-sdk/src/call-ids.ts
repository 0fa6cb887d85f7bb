const kept = 10_000

/**
 * Ids of calls as the tool sees them: the host's own, made unique when a provider repeats one
 * (`call_0` in every step). Remembers the last ten thousand.
 */
export function createCallIds(): (toolCallId: string) => string {
  const counts = new Map<string, number>()
  return (toolCallId) => {
    const count = (counts.get(toolCallId) ?? 0) + 1
    counts.delete(toolCallId)
    counts.set(toolCallId, count)
    if (counts.size > kept) counts.delete(counts.keys().next().value ?? '')
    return count === 1 ? toolCallId : `${toolCallId}#${count}`
  }
}
