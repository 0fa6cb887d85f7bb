/** The parts of a request that name something exactly. */
export interface RequestParts {
  text: string
  quoted: string[]
  urls: string[]
  emails: string[]
  dates: string[]
  globs: string[]
  paths: string[]
  numbers: { value: number; index: number }[]
  /** `key=value` and `key: value`. */
  named: Record<string, string>
  /** The text without any of the parts above. */
  rest: string
}

const patterns = {
  quoted: /"([^"]+)"|“([^”]+)”|`([^`]+)`|(?<![\w])'([^']+)'(?!\w)/g,
  named: /\b([a-z][\w-]*)\s*=\s*(\S+)/gi,
  urls: /\bhttps?:\/\/[^\s)>\]]+/gi,
  emails: /\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+\b/g,
  dates: /\b\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z?)?\b/g,
  globs: /(?<=^|\s)[\w./@-]*\*[\w./*@{},-]*/g,
  paths:
    /(?<=^|[\s(])(?:\.{1,2}\/|~\/|\/)?(?:[\w@.-]+\/)+[\w@.-]*|(?<=^|[\s(])\.?[\w-]+(?:\.[\w-]+)*\.[a-z][a-z\d]{0,4}(?=$|[\s,;:)?!]|\.\s|\.$)|(?<=^|[\s(])[A-Z]{4,}(?=$|[\s,;:)?!.])/g,
  numbers: /(?<![\w.-])-?\d+(?:\.\d+)?(?![\w-])/g,
} as const

const numberWords: Record<string, number> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twenty: 20,
  fifty: 50,
  hundred: 100,
}

/** Takes a request apart, most exact things first; what one part took no other sees. */
export function readRequest(text: string): RequestParts {
  let rest = text
  const take = (pattern: RegExp) => {
    const found: { value: string; groups: string[]; index: number }[] = []
    rest = rest.replace(pattern, (...match) => {
      const groups = match.slice(1, -2).filter((group) => typeof group === 'string') as string[]
      const index = match.at(-2) as number
      found.push({ value: match[0] as string, groups, index })
      return ' '.repeat((match[0] as string).length)
    })
    return found
  }
  const quoted = take(patterns.quoted).map(({ groups, value }) => groups[0] ?? value)
  const urls = take(patterns.urls).map(({ value }) => value.replace(/[.,;:!?]+$/, ''))
  const emails = take(patterns.emails).map(({ value }) => value)
  const named = Object.fromEntries(
    take(patterns.named).map(({ groups }) => [groups[0]?.toLowerCase() ?? '', groups[1] ?? '']),
  )
  const dates = take(patterns.dates).map(({ value }) => value)
  const globs = take(patterns.globs).map(({ value }) => value.replace(/[,;]$/, ''))
  const paths = take(patterns.paths).map(({ value }) => value.replace(/[.,;:]$/, ''))
  const numbers = take(patterns.numbers).map(({ value, index }) => ({
    value: Number(value),
    index,
  }))
  for (const match of rest.matchAll(/\b[a-z]+\b/gi)) {
    const value = numberWords[match[0].toLowerCase()]
    if (value !== undefined) numbers.push({ value, index: match.index })
  }
  return { text, quoted, urls, emails, dates, globs, paths, numbers, named, rest }
}
