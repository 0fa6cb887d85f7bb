/**
 * The text of a file for searching, without its byte order mark: UTF-8 (broken bytes become U+FFFD) or UTF-16
 * with a mark. Undefined for a binary file, that is one with NUL bytes.
 */
export function decodeText(bytes: Buffer): string | undefined {
  const text = decode(bytes)
  // ripgrep takes marks off before and after it decodes.
  return text?.startsWith('\ufeff') ? text.replace(/^\ufeff+/, '') : text
}

function decode(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString('utf16le')
  if (bytes[0] === 0xfe && bytes[1] === 0xff) {
    const even = bytes.subarray(0, bytes.length - (bytes.length % 2))
    return Buffer.from(even).swap16().toString('utf16le')
  }
  return bytes.includes(0) ? undefined : bytes.toString('utf8')
}

/** False only when a file's bytes cannot hold the text, whatever its encoding. */
export function mayHold(bytes: Buffer, text: Buffer): boolean {
  const wide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  return wide || bytes.includes(text)
}
