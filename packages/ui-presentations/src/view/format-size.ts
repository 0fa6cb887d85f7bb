/** `320 ms`, `1.2 s`, `12 s`, `1 m 03 s`, `2 h 05 m`. */
export function formatDuration(milliseconds: number): string {
  const ms = Math.max(0, Math.round(milliseconds))
  if (ms < 1000) return `${ms} ms`
  if (ms < 9950) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return `${seconds} s`
  const two = (value: number) => String(value).padStart(2, '0')
  if (seconds < 3600) return `${Math.floor(seconds / 60)} m ${two(seconds % 60)} s`
  const minutes = Math.floor(seconds / 60)
  return `${Math.floor(minutes / 60)} h ${two(minutes % 60)} m`
}

/** `512 B`, `3.4 kB`, `12 MB`. */
export function formatBytes(bytes: number): string {
  let value = Math.max(0, bytes)
  let unit = 'B'
  for (const next of ['kB', 'MB', 'GB']) {
    if (value < 1000) break
    value /= 1000
    unit = next
  }
  return `${unit === 'B' || value >= 10 ? Math.round(value) : value.toFixed(1)} ${unit}`
}

/** Bytes that a base64 text decodes to. */
export function base64Bytes(data: string): number {
  return Math.floor((data.length * 3) / 4) - (data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0)
}
