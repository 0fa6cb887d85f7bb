const stopWords = new Set(
  `a about all also am an and any are as at be been by can could did do does every for from get give had has have
  how i if in into is it its just let make me my need next of off on one only or our out over please show so some tell than that the
  their them then there these they this to up us use using want was we were what when where which who why will with
  work works would you your`.split(/\s+/),
)

/** Words that mean the same to a person who asks; the right side is the word tools are written with. */
const synonyms: Record<string, string> = {
  browse: 'list',
  contain: 'search',
  contents: 'read',
  directories: 'directory',
  dir: 'directory',
  display: 'read',
  find: 'search',
  folder: 'directory',
  grep: 'search',
  look: 'search',
  ls: 'list',
  lookup: 'search',
  mention: 'text',
  occurrence: 'text',
  open: 'read',
  phrase: 'text',
  print: 'read',
  view: 'read',
  word: 'text',
}

/** Lower-case words of a text, camelCase and snake_case taken apart. */
export function words(text: string): string[] {
  return (
    text
      .replace(/([a-z\d])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

/** Words reduced to what two people would share: no plural, no -ing, one name for one idea. */
export function terms(text: string): string[] {
  return words(text).map(term)
}

/** Terms that carry meaning. */
export function keywords(text: string): string[] {
  return words(text)
    .filter((word) => !stopWords.has(word))
    .map(term)
}

export function isStopWord(word: string): boolean {
  return stopWords.has(word.toLowerCase())
}

function term(word: string): string {
  const stem = synonyms[word] ?? stemOf(word)
  return synonyms[stem] ?? stem
}

function stemOf(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (word.length > 5 && word.endsWith('ing')) return word.slice(0, -3).replace(/(.)\1$/, '$1')
  if (word.length > 4 && /(ss|x|ch|sh)es$/.test(word)) return word.slice(0, -2)
  if (word.length > 3 && word.endsWith('s') && !/(ss|us|is)$/.test(word)) return word.slice(0, -1)
  if (word.length > 4 && word.endsWith('ed')) return word.slice(0, -2).replace(/(.)\1$/, '$1')
  return word
}
