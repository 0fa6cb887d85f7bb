const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text for HTML, between tags and inside quoted attributes alike. */
export function escapeHtml(text: unknown): string {
  return String(text).replace(/[&<>"']/g, (character) => entities[character] ?? '')
}

/** ` name="value"` for each value that is set; `true` gives the bare name. Names are ours, values are escaped. */
export function attributes(
  values: Readonly<Record<string, string | number | boolean | undefined>>,
): string {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${escapeHtml(value)}"`))
    .join('')
}
