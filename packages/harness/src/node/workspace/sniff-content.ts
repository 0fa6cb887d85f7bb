/** What the bytes of a file are, judged by content alone; its name says nothing. */
export type Content =
  | { kind: 'text'; encoding: TextEncoding; bom: boolean }
  | { kind: 'image'; mimeType: string }
  | { kind: 'binary'; type: string }

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be'

/** First bytes of formats worth naming; `?` in a pattern is any byte. */
const formats: readonly (readonly [pattern: string, type: string, image?: true])[] = [
  ['89 50 4e 47 0d 0a 1a 0a', 'image/png', true],
  ['ff d8 ff', 'image/jpeg', true],
  ['47 49 46 38 37 61', 'image/gif', true],
  ['47 49 46 38 39 61', 'image/gif', true],
  ['52 49 46 46 ? ? ? ? 57 45 42 50', 'image/webp', true],
  ['? ? ? ? 66 74 79 70 61 76 69 66', 'AVIF image'],
  ['? ? ? ? 66 74 79 70 68 65 69', 'HEIC image'],
  ['? ? ? ? 66 74 79 70', 'MP4 or QuickTime media'],
  ['49 49 2a 00', 'TIFF image'],
  ['4d 4d 00 2a', 'TIFF image'],
  ['00 00 01 00', 'icon'],
  ['42 4d', 'BMP image'],
  ['25 50 44 46 2d', 'PDF document'],
  ['50 4b 03 04', 'ZIP archive (or a document or package made of one)'],
  ['50 4b 05 06', 'empty ZIP archive'],
  ['1f 8b', 'gzip data'],
  ['42 5a 68', 'bzip2 data'],
  ['fd 37 7a 58 5a 00', 'xz data'],
  ['28 b5 2f fd', 'zstd data'],
  ['37 7a bc af 27 1c', '7-Zip archive'],
  ['52 61 72 21 1a 07', 'RAR archive'],
  ['7f 45 4c 46', 'ELF executable'],
  ['4d 5a', 'Windows executable'],
  ['cf fa ed fe', 'Mach-O executable'],
  ['ca fe ba be', 'Java class or universal binary'],
  ['00 61 73 6d', 'WebAssembly module'],
  ['53 51 4c 69 74 65 20 66 6f 72 6d 61 74 20 33 00', 'SQLite database'],
  ['4f 67 67 53', 'Ogg media'],
  ['49 44 33', 'MP3 audio'],
  ['52 49 46 46', 'RIFF media'],
  ['77 4f 46 46', 'WOFF font'],
  ['77 4f 46 32', 'WOFF2 font'],
]

const signatures = formats.map(([pattern, type, image = false]) => {
  const bytes = pattern.split(' ').map((byte) => (byte === '?' ? -1 : Number.parseInt(byte, 16)))
  // Bytes that text does not hold decide alone; words such as "MZ" only when the rest is no text.
  const decides = image || type.startsWith('PDF') || bytes.some((byte) => byte < 9 && byte >= 0)
  return { bytes, type, image, decides }
})

/**
 * Judges the start of a file. `whole` says that the bytes are all of it; otherwise a character cut by the end
 * is no fault. An image or a PDF is one even when every byte happens to be legal text.
 */
export function sniffContent(bytes: Uint8Array, whole: boolean): Content {
  const known = signatures.find((item) =>
    item.bytes.every((byte, index) => byte === -1 || bytes[index] === byte),
  )
  if (known?.image) return { kind: 'image', mimeType: known.type }
  if (known?.decides) return { kind: 'binary', type: known.type }
  const text = sniffText(bytes, whole)
  if (text) return text
  return { kind: 'binary', type: known?.type ?? unknownType(bytes) }
}

function sniffText(bytes: Uint8Array, whole: boolean): Content | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return utf16(bytes, 'utf-16le', whole)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return utf16(bytes, 'utf-16be', whole)
  if (bytes.includes(0)) return undefined
  if (!decodes(bytes, 'utf-8', whole)) return undefined
  const bom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  return { kind: 'text', encoding: 'utf-8', bom }
}

function utf16(bytes: Uint8Array, encoding: TextEncoding, whole: boolean): Content | undefined {
  const even = whole || bytes.length % 2 === 0 ? bytes : bytes.subarray(0, -1)
  if (!decodes(even, encoding, whole)) return undefined
  return { kind: 'text', encoding, bom: true }
}

function decodes(bytes: Uint8Array, encoding: TextEncoding, whole: boolean): boolean {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: !whole })
    return !text.includes('\0')
  } catch {
    return false
  }
}

function unknownType(bytes: Uint8Array): string {
  return bytes.includes(0) ? 'binary data' : 'text in an encoding other than UTF-8, or binary data'
}
