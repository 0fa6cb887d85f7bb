import { type RenderTypeOptions, renderType } from '@toolprism/tsrender'
import { verifyAll } from '@toolprism/tsrender/verify'

/** A JSON value as the literal type that holds it alone. */
export function literalType(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literalType).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key)}: ${literalType(item)}`,
  )
  return `{ ${members.join('; ')} }`
}

export interface Question {
  schema: unknown
  /** Values, each with whether it should be assignable. */
  values: readonly (readonly [value: unknown, assignable: boolean])[]
  options?: RenderTypeOptions
}

/** Asks TypeScript of every value whether it is assignable, and answers what differs from what was expected. */
export function ask(questions: readonly Question[]): string[][] {
  const asked = questions.map(({ schema, values, options }) => {
    const { type, types } = renderType(schema, options)
    const lines = values.map(
      ([value, assignable], index) =>
        `export const answer${index}: [${literalType(value)}] extends [Asked] ? true : false = ${assignable}`,
    )
    return [...types.map(({ text }) => text), `type Asked = ${type}`, ...lines].join('\n')
  })
  return verifyAll(asked).map((problems, question) =>
    problems.map(({ line, message }) => {
      const text = asked[question]!.split('\n')[line - 1] ?? ''
      const index = /^export const answer(\d+)/.exec(text)?.[1]
      if (index === undefined) return `does not compile: ${message} in ${text}`
      const [value, assignable] = questions[question]!.values[Number(index)]!
      return `${assignable ? 'rejects' : 'accepts'} ${JSON.stringify(value)}`
    }),
  )
}
