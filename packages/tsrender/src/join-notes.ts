/** A description and the facts after it. */
export function joinNotes(description: string, facts: readonly string[]): string {
  if (facts.length === 0) return description
  const text = facts.join(', ')
  return description ? `${description.replace(/[.;]$/, '')}; ${text}` : text
}
