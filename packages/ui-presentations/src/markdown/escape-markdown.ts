/** Text that means only itself in CommonMark and GFM: no markup, no HTML, no entity, no mention. A bare web address may still be linked. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]|~!$^]/g, '\\$&')
    .replace(/[<>&@]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(/^(\d*)([-+#=.):])/, '$1\\$2')
}

/** Text as a code span, whatever backticks are in it. */
export function codeSpan(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  if (line.trim() === '') return ''
  const fence = '`'.repeat(longestRun(line) + 1)
  const pad = /^`|`$|^ .* $/.test(line) ? ' ' : ''
  return `${fence}${pad}${line}${pad}${fence}`
}

/** Text as a fenced block that nothing inside can close. */
export function codeBlock(text: string, language = ''): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${fence}${language}\n${text.replace(/\n$/, '')}\n${fence}`
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map((match) => match[0].length))
}
