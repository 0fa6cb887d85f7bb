// FIPS 180-4. Here because WebCrypto's digest is asynchronous and a question's hash must be there at once.
let made: { k: Uint32Array; h: Uint32Array } | undefined

function makeConstants(): { k: Uint32Array; h: Uint32Array } {
  const k = new Uint32Array(64)
  const h = new Uint32Array(8)
  const fraction = (root: number) => Math.floor((root - Math.floor(root)) * 2 ** 32)
  for (let found = 0, candidate = 2; found < 64; candidate++) {
    let prime = true
    for (let divisor = 2; divisor * divisor <= candidate; divisor++)
      if (candidate % divisor === 0) prime = false
    if (!prime) continue
    if (found < 8) h[found] = fraction(Math.sqrt(candidate))
    k[found++] = fraction(Math.cbrt(candidate))
  }
  return { k, h }
}

const rotate = (value: number, by: number) => (value >>> by) | (value << (32 - by))

/** The SHA-256 of a text's UTF-8 bytes, in hexadecimal. */
export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text)
  const padded = new Uint8Array(((bytes.length + 9 + 63) >> 6) << 6)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29))
  view.setUint32(padded.length - 4, (bytes.length << 3) >>> 0)
  made ??= makeConstants()
  const hash = Uint32Array.from(made.h)
  const words = new Uint32Array(64)
  for (let offset = 0; offset < padded.length; offset += 64)
    addBlock(view, offset, hash, words, made.k)
  return [...hash].map((word) => word.toString(16).padStart(8, '0')).join('')
}

function addBlock(
  view: DataView,
  offset: number,
  hash: Uint32Array,
  words: Uint32Array,
  k: Uint32Array,
): void {
  for (let index = 0; index < 16; index++) words[index] = view.getUint32(offset + index * 4)
  for (let index = 16; index < 64; index++) {
    const early = words[index - 15]!
    const late = words[index - 2]!
    const s0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3)
    const s1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10)
    words[index] = words[index - 16]! + s0 + words[index - 7]! + s1
  }
  let a = hash[0]!
  let b = hash[1]!
  let c = hash[2]!
  let d = hash[3]!
  let e = hash[4]!
  let f = hash[5]!
  let g = hash[6]!
  let h = hash[7]!
  for (let index = 0; index < 64; index++) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const one = (h + s1 + ((e & f) ^ (~e & g)) + k[index]! + words[index]!) | 0
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  const next = [a, b, c, d, e, f, g, h]
  for (let index = 0; index < 8; index++) hash[index] = hash[index]! + next[index]!
}
