/** Whether a postfix would bind to a part of the text only: an operator stands outside all brackets and strings. */
export function needsParentheses(text: string): boolean {
  let depth = 0
  for (const [token] of text.matchAll(
    /"(?:[^"\\]|\\.)*"|`[^`]*`|\/\/.*|\/\*[\s\S]*?\*\/|[[\](){}|&]/g,
  )) {
    if ('[({'.includes(token)) depth++
    else if ('])}'.includes(token)) depth--
    else if (depth === 0 && (token === '|' || token === '&')) return true
  }
  return false
}
