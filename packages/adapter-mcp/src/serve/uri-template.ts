import { McpAdapterError } from '../errors'

/** A compiled RFC 6570 template that reads the variables back out of a URI. */
export interface UriTemplate {
  readonly variables: readonly string[]
  /** The variables of a URI that fits, decoded; undefined when it does not fit. */
  match(uri: string): Record<string, string> | undefined
  /** The URI for these variables; absent ones are left out. */
  expand(variables: Record<string, string>): string
}

type Part = { literal: string } | Expression
interface Expression {
  operator: string
  names: string[]
}

// What one variable may hold: a path segment, or with `+` and `#` anything.
const stops: Record<string, RegExp> = { '': /[/?#&]/, '.': /[/?#&.]/, '/': /[/?#]/, ';': /[/?#;]/ }
const prefixes: Record<string, string> = { '': '', '+': '', '#': '#', '.': '.', '/': '/', ';': ';' }

/**
 * Compiles levels 1 to 3. Matching walks the parts and looks for the next literal, so it takes linear
 * time for any template and URI: no regular expression is built from either (CVE-2026-0621).
 */
export function compileUriTemplate(template: string): UriTemplate {
  const parts = parse(template)
  const variables = parts.flatMap((part) => ('names' in part ? part.names : []))
  return {
    variables,
    expand: (values) => parts.map((part) => expandPart(part, values)).join(''),
    match(uri) {
      const found: Record<string, string> = Object.create(null)
      let rest = uri.slice(0, 8192)
      if (rest.length !== uri.length) return undefined
      for (const [index, part] of parts.entries()) {
        if ('literal' in part) {
          if (!rest.startsWith(part.literal)) return undefined
          rest = rest.slice(part.literal.length)
          continue
        }
        const end = endOf(rest, parts[index + 1])
        if (end < 0 || !read(part, rest.slice(0, end), found)) return undefined
        rest = rest.slice(end)
      }
      return rest === '' ? { ...found } : undefined
    },
  }
}

function expandPart(part: Part, values: Record<string, string>): string {
  if ('literal' in part) return part.literal
  const { operator, names } = part
  const present = names.filter((name) => values[name] !== undefined)
  if (present.length === 0) return ''
  const encode = operator === '+' || operator === '#' ? encodeURI : encodeURIComponent
  const named = operator === '?' || operator === '&' || operator === ';'
  const texts = present.map((name) => {
    const value = encode(values[name] ?? '')
    return named ? `${name}=${value}` : value
  })
  const separator =
    operator === '?'
      ? '&'
      : operator === '' || operator === '+' || operator === '#'
        ? ','
        : operator
  return (operator === '+' ? '' : operator) + texts.join(separator)
}

/** Where a variable ends: at the next literal, which must come, or at the next expression, which may be absent. */
function endOf(rest: string, next: Part | undefined): number {
  if (!next) return rest.length
  if ('literal' in next) return rest.indexOf(next.literal)
  const at = rest.indexOf(next.operator)
  return at < 0 ? rest.length : at
}

function read(part: Expression, text: string, found: Record<string, string>): boolean {
  if (part.operator === '?' || part.operator === '&') return readQuery(part, text, found)
  const prefix = prefixes[part.operator] ?? ''
  if (!text.startsWith(prefix)) return false
  const separator = prefix === '' || prefix === '#' ? ',' : prefix
  const values =
    part.names.length === 1
      ? [text.slice(prefix.length)]
      : text.slice(prefix.length).split(separator)
  if (values.length > part.names.length) return false
  for (const [index, name] of part.names.entries()) {
    let value = values[index]
    if (value === undefined) continue
    if (part.operator === ';') value = value.slice(value.indexOf('=') + 1)
    if (value === '' || stops[part.operator]?.test(value)) return false
    found[name] = decode(value)
  }
  return true
}

function readQuery(part: Expression, text: string, found: Record<string, string>): boolean {
  if (text === '') return true
  if (!text.startsWith(part.operator)) return false
  for (const pair of text.slice(1).split('&')) {
    const at = pair.indexOf('=')
    const name = at < 0 ? pair : pair.slice(0, at)
    if (part.names.includes(name)) found[name] = decode(at < 0 ? '' : pair.slice(at + 1))
  }
  return true
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function parse(template: string): Part[] {
  const parts: Part[] = []
  for (const piece of template.split(/(\{[^{}]*\})/)) {
    if (piece === '') continue
    if (!piece.startsWith('{')) {
      if (/[{}]/.test(piece)) throw invalid(template, 'has an unmatched brace')
      parts.push({ literal: piece })
      continue
    }
    const [, operator = '', list = ''] = /^\{([+#./;?&]?)(.*)\}$/.exec(piece) ?? []
    const names = list.split(',').map((name) => name.replace(/\*$/, ''))
    if (!names.every((name) => /^[A-Za-z0-9_.%]+$/.test(name)))
      throw invalid(
        template,
        `holds the expression ${piece}, which is not of RFC 6570 level 1 to 3`,
      )
    if (parts.length > 0 && 'names' in (parts.at(-1) as Part) && !/[?&#./;]/.test(operator))
      throw invalid(template, 'has two variables with nothing between them')
    parts.push({ operator, names })
  }
  return parts
}

function invalid(template: string, what: string): McpAdapterError {
  return new McpAdapterError('MCP_TEMPLATE_INVALID', `The URI template "${template}" ${what}.`)
}
