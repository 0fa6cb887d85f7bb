export interface Document {
  /** Terms of each field with the field's weight. */
  fields: { terms: string[]; weight: number }[]
}

/** BM25 with weighted fields (Robertson, Zaragoza, Taylor 2004): one score for each document. */
export function bm25(query: string[], documents: Document[], { k = 1.2, b = 0.6 } = {}): number[] {
  const lengths = documents.map(({ fields }) =>
    fields.reduce((sum, field) => sum + field.terms.length * field.weight, 0),
  )
  const average = lengths.reduce((sum, length) => sum + length, 0) / (documents.length || 1) || 1
  const frequencies = documents.map(weightedFrequencies)
  return documents.map((_, index) => {
    let score = 0
    for (const term of new Set(query)) {
      const frequency = frequencies[index]?.get(term) ?? 0
      if (frequency === 0) continue
      const holders = frequencies.filter((map) => map.has(term)).length
      // In a small set every word is common; a floor keeps scores comparable between sets.
      const rarity = Math.max(
        0.6,
        Math.log(1 + (documents.length - holders + 0.5) / (holders + 0.5)),
      )
      const norm = k * (1 - b + (b * (lengths[index] ?? 0)) / average)
      score += (rarity * frequency * (k + 1)) / (frequency + norm)
    }
    return score
  })
}

function weightedFrequencies({ fields }: Document): Map<string, number> {
  const map = new Map<string, number>()
  for (const { terms, weight } of fields)
    for (const term of terms) map.set(term, (map.get(term) ?? 0) + weight)
  return map
}
