import { joinNotes } from './join-notes'

/** An object of so many properties, a line each, on one line where that is short. */
export function objectText(text: string, properties: number, indent: string): string {
  if (properties === 0) return '{}'
  if (!indent && properties <= 3 && text.length <= 60 && !/\/[/*]|\n.*\n.*\n/.test(text))
    return `{ ${text.replaceAll('\n', ' ').replace(/;$/, '')} }`
  return `{\n${indent ? indent + text.replaceAll('\n', `\n${indent}`) : text}\n}`
}

/** A description and facts, as the comment that stands above or behind a property. */
export function commentText(
  description: string,
  facts: readonly string[],
  docs: 'line' | 'jsdoc' | 'trailing' | 'none',
): string {
  const text = joinNotes(description, facts.length > 1 ? [...new Set(facts)] : facts)
  if (!text) return ''
  if (docs === 'trailing') return ` // ${text}`
  return docs === 'jsdoc' ? `/** ${text} */\n` : `// ${text}\n`
}
