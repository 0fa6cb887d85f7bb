/** A card shows 64 levels; what is nested far deeper is no argument of a tool. */
const depthLimit = 500
const tokens = /"(?:[^"\\]+|\\.)*"?|[{}[\],]/gs

/**
 * The value of JSON text that is still being written: open strings, lists and objects are closed,
 * a half key or literal is dropped. Undefined when nothing can be read yet, or nested too deep.
 */
export function parsePartialJson(text: string): unknown {
  // What closes all that is open, innermost last.
  const closers: string[] = []
  // Where the text may be cut: after a complete value.
  let end = 0
  for (const { 0: token, index } of text.matchAll(tokens)) {
    if (token.startsWith('"')) continue
    if (token === '{') closers.push('}')
    else if (token === '[') closers.push(']')
    else if (token !== ',' && closers.pop() !== token) return undefined
    if (closers.length > depthLimit) return undefined
    end = token === ',' ? index : index + 1
  }
  const tail = closers.reverse().join('')
  const open = text.replace(/\\(?:u[0-9a-fA-F]{0,3})?$/, '')
  for (const whole of [text, `${open}"${tail}`, text + tail, text.slice(0, end) + tail])
    try {
      return JSON.parse(whole)
    } catch {
      // Not whole that way.
    }
  return undefined
}
