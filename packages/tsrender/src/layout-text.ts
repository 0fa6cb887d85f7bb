import { joinNotes } from './join-notes'

/** An object of these lines, on one line where that is short. */
export function objectText(lines: readonly string[], indent: string): string {
  if (lines.length === 0) return '{}'
  const text = lines.join('\n')
  if (!indent && lines.length <= 3 && text.length <= 60 && !/\/[/*]|\n.*\n.*\n/.test(text))
    return `{ ${lines.join(' ').replace(/;$/, '')} }`
  return `{\n${indent ? indent + text.replaceAll('\n', `\n${indent}`) : text}\n}`
}

/** A description and facts, as the comment that stands above or behind a property. */
export function commentText(
  [description = '', ...facts]: readonly string[],
  docs: 'line' | 'jsdoc' | 'trailing' | 'none',
): string {
  const text = joinNotes(description, facts.length > 1 ? [...new Set(facts)] : facts)
  if (!text) return ''
  if (docs === 'trailing') return ` // ${text}`
  return docs === 'jsdoc' ? `/** ${text} */\n` : `// ${text}\n`
}
