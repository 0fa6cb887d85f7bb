/**
 * The value of JSON text that is still being written: open strings, lists and objects are closed,
 * a half key or literal is dropped. Undefined when nothing can be read yet.
 */
export function parsePartialJson(text: string): unknown {
  const whole = tryParse(text)
  if (whole !== undefined) return whole
  const closers: string[] = []
  let inString = false
  // Where the text may be cut and closed: after a complete value, or inside a value string.
  let safe = 0
  let safeClosers = ''
  for (let index = 0; index < text.length; index++) {
    const character = text[index] ?? ''
    if (inString) {
      if (character === '\\') index++
      else if (character === '"') inString = false
      continue
    }
    if (character === '"') inString = true
    else if (character === '{' || character === '[') {
      closers.push(character === '{' ? '}' : ']')
      safe = index + 1
    } else if (character === '}' || character === ']') {
      if (closers.pop() !== character) return undefined
      safe = index + 1
    } else if (character === ',') safe = index
    else continue
    safeClosers = closers.toReversed().join('')
  }
  const tail = closers.toReversed().join('')
  const open = inString ? text.replace(/\\(?:u[0-9a-fA-F]{0,3})?$/, '') : text
  return (
    (inString ? tryParse(`${open}"${tail}`) : tryParse(`${text}${tail}`)) ??
    (safe ? tryParse(`${text.slice(0, safe)}${safeClosers}`) : undefined)
  )
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
