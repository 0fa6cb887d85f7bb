// SVG is never shown from data.
const mediaTypes =
  /^(?:image\/(?:png|jpeg|webp|gif)|audio\/(?:x-)?(?:wave?|mpeg|mp[34]|m4a|aac|ogg|webm|flac))$/

/** The address when a person may follow it (http, https, mailto), else undefined. */
export function safeLink(uri: unknown): string | undefined {
  if (typeof uri !== 'string' || uri.length > 4096) return undefined
  // Browsers skip these inside a scheme, so `java\tscript:` must be read as they read it.
  const text = uri.replace(/[\x00-\x20\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g, '')
  try {
    const url = new URL(text)
    return /^(?:https?|mailto):$/.test(url.protocol) ? url.href : undefined
  } catch {
    return undefined
  }
}

/** A data URI for `<img>` or `<audio>` of a type that is drawn, else undefined. */
export function toMediaSource(data: unknown, mimeType: unknown): string | undefined {
  if (typeof data !== 'string' || typeof mimeType !== 'string') return undefined
  const type = mimeType.toLowerCase().replace(/;.*$/s, '').trim()
  return mediaTypes.test(type) && /^[A-Za-z0-9+/]+={0,2}$/.test(data)
    ? `data:${type};base64,${data}`
    : undefined
}

/** A source made above; the rest of it is checked there. */
export function safeMedia(source: string): string | undefined {
  return /^data:(?:image\/(?:png|jpeg|webp|gif)|audio\/[a-z0-9-]+);base64,/.test(source)
    ? source
    : undefined
}

/** An icon a tool's server names: https, or raster data. Everything else is refused. */
export function safeIconSource(source: unknown): string | undefined {
  if (typeof source !== 'string') return undefined
  const [, type = '', data] = /^data:(image\/[a-z]+);base64,(.*)$/is.exec(source) ?? []
  const safe = type ? toMediaSource(data, type) : safeLink(source)
  return safe && /^(?:https|data):/.test(safe) ? safe : undefined
}
