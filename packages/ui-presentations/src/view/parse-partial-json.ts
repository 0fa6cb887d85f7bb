const tokens = /"(?:[^"\\]+|\\.)*"?|[{}[\],]/gs

/**
 * The value of JSON text that is still being written: open strings, lists and objects are closed,
 * a half key or literal is dropped. Undefined when nothing can be read yet.
 */
export function parsePartialJson(text: string): unknown {
  // What closes all that is open, innermost first.
  const closers: string[] = []
  // Where the text may be cut: after a complete value.
  let end = 0
  let ending = ''
  for (const { 0: token, index } of text.matchAll(tokens)) {
    if (token.startsWith('"')) continue
    if (token === '{') closers.unshift('}')
    else if (token === '[') closers.unshift(']')
    else if (token !== ',' && closers.shift() !== token) return undefined
    end = token === ',' ? index : index + 1
    ending = closers.join('')
  }
  const tail = closers.join('')
  const open = text.replace(/\\(?:u[0-9a-fA-F]{0,3})?$/, '')
  for (const whole of [text, `${open}"${tail}`, text + tail, text.slice(0, end) + ending])
    try {
      return JSON.parse(whole)
    } catch {
      // Not whole that way.
    }
  return undefined
}
