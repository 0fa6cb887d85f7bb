const linkSchemes = new Set(['http:', 'https:', 'mailto:'])
const imageTypes = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif'])
const audioTypes = /^audio\/(?:x-)?(?:wav|wave|mpeg|mp3|mp4|m4a|aac|ogg|webm|flac)$/

/** The address when a person may follow it (http, https, mailto), else undefined. */
export function safeLink(uri: unknown): string | undefined {
  if (typeof uri !== 'string' || uri.length > 4096) return undefined
  // Browsers skip these inside a scheme, so `java\tscript:` must be read as they read it.
  const text = uri.replace(
    /[\u0000-\u0020\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    '',
  )
  try {
    const url = new URL(text)
    return linkSchemes.has(url.protocol) ? url.href : undefined
  } catch {
    return undefined
  }
}

/** A data URI for `<img>`: png, jpeg, webp and gif only; SVG is never shown from data. */
export function safeImage(data: unknown, mimeType: unknown): string | undefined {
  const type = lower(mimeType)
  return imageTypes.has(type) && isBase64(data) ? `data:${type};base64,${data}` : undefined
}

/** A data URI for `<audio>`. */
export function safeAudio(data: unknown, mimeType: unknown): string | undefined {
  const type = lower(mimeType)
  return audioTypes.test(type) && isBase64(data) ? `data:${type};base64,${data}` : undefined
}

/** A source made by the two above; the rest of it is checked there. */
export function safeMedia(source: string): string | undefined {
  return /^data:(?:image\/(?:png|jpeg|webp|gif)|audio\/[a-z0-9-]+);base64,/.test(source)
    ? source
    : undefined
}

/** An icon a tool's server names: https, or raster data. Everything else is refused. */
export function safeIconSource(source: unknown): string | undefined {
  if (typeof source !== 'string') return undefined
  const match = /^data:([a-z/+-]+);base64,([\s\S]*)$/i.exec(source)
  if (match) return safeImage(match[2], match[1])
  const link = safeLink(source)
  return link?.startsWith('https:') ? link : undefined
}

function lower(mimeType: unknown): string {
  return typeof mimeType === 'string' ? mimeType.toLowerCase().replace(/;.*$/s, '').trim() : ''
}

function isBase64(data: unknown): data is string {
  return typeof data === 'string' && data.length > 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(data)
}
