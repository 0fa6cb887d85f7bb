const known = new WeakMap<object, string>()

/** A message as JSON. Frozen results are the ready pages of lists: their JSON is made once. */
export function toJson(message: { id?: unknown; result?: unknown }): string {
  const { result } = message
  if (typeof result !== 'object' || result === null || !Object.isFrozen(result))
    return JSON.stringify(message)
  let json = known.get(result)
  if (json === undefined) {
    json = JSON.stringify(result)
    known.set(result, json)
  }
  return `{"result":${json},"jsonrpc":"2.0","id":${JSON.stringify(message.id)}}`
}
