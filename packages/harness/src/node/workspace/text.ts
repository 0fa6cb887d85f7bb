/** Cuts at a code point, never inside a surrogate pair, and says how much is gone of `total` characters. */
export function clipText(text: string, most: number, total = text.length): string {
  if (total <= most) return text
  const end = isHighSurrogate(text.charCodeAt(most - 1)) ? most - 1 : most
  return `${text.slice(0, end)}… [${total - end} more characters]`
}

/** A piece of at most `most` units around `from`..`to`, with `…` where text was left out. */
export function clipAround(text: string, from: number, most: number): string {
  if (text.length <= most) return text
  let start = Math.max(0, Math.min(from - Math.floor(most / 3), text.length - most))
  let end = Math.min(text.length, start + most)
  if (start > 0 && isHighSurrogate(text.charCodeAt(start - 1))) start--
  if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end--
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`
}

/** A file name for a listing: control characters would forge lines, so such a name is quoted. */
export function showName(name: string): string {
  return /[\p{Cc}\u2028\u2029]/u.test(name) ? JSON.stringify(name) : name
}

/** `1.2 MB`, `340 bytes`. */
export function showBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  const units = ['kB', 'MB', 'GB', 'TB']
  let value = bytes
  let unit = ''
  for (unit of units) {
    value /= 1000
    if (value < 999.5) break
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}
