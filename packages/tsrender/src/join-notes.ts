/** A description and the facts after it. */
export function joinNotes(description: string, facts: readonly string[]): string {
  if (!description || facts.length === 0) return description + facts.join(', ')
  return `${description.replace(/[.;]$/, '')}; ${facts.join(', ')}`
}
