/** JSON with sorted keys: equal for values that are equal as data. */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) {
    let text = '['
    for (let index = 0; index < value.length; index++)
      text += (index > 0 ? ',' : '') + canonicalJson(value[index])
    return `${text}]`
  }
  const source = value as Record<string, unknown>
  const keys = Object.keys(source)
  if (keys.length > 1) keys.sort()
  let text = '{'
  for (const key of keys) {
    if (source[key] === undefined) continue
    text += `${text.length > 1 ? ',' : ''}${JSON.stringify(key)}:${canonicalJson(source[key])}`
  }
  return `${text}}`
}

/** The text itself while it is short, else its hash: for telling texts apart. */
export function shortKey(text: string): string {
  return text.length <= 80 ? text : quickHash(text)
}

/** A fast 53-bit hash (cyrb53), for telling texts apart where nobody gains by forging one. */
export function quickHash(text: string): string {
  let one = 0xdeadbeef
  let two = 0x41c6ce57
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    one = Math.imul(one ^ code, 2654435761)
    two = Math.imul(two ^ code, 1597334677)
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(two ^ (two >>> 13), 3266489909)
  two = Math.imul(two ^ (two >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909)
  return (4294967296 * (2097151 & two) + (one >>> 0)).toString(36)
}
