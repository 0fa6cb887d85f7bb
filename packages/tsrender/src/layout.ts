import { componentsOf, definitionsIn } from './definitions'
import { commentLine, propertyName } from './escape'
import { compareCodePoints } from './order'
import { type Printer, printType } from './print-type'
import type { Definition, Type } from './type'
import { assignTypeNames, hashText } from './type-names'

export interface LayoutOptions {
  docs: 'line' | 'jsdoc' | 'trailing' | 'none'
  indent: string
  order: 'source' | 'alpha' | 'required-first'
  fenceSafe: boolean
  share: 'none' | 'refs' | 'shapes' | 'groups'
  /** Stands before every type name. */
  typePrefix: string
}

export interface RootOptions {
  profile: 'exact' | 'prompt'
  direction: 'input' | 'output'
  /** What the type itself could be called. */
  name: string
}

interface Hint {
  /** Lower is better: definitions, then properties, then tools. */
  rank: number
  name: string
  owner: string
}

/** A piece of text that may be printed in place or get a name; equal pieces are one node. */
interface Node {
  id: number
  /** The text with marks for the nodes inside; of an object, one line each. */
  lines: string[]
  object: boolean
  kids: Node[]
  /** Refers to itself, so it needs a name. */
  recursive: boolean
  /** Came from a `$ref`. */
  defined: boolean
  /** What its definition says of it; above its name or, in place, beside the property. */
  documentation: string[]
  hints: Hint[]
  hash: string
  count: number
  size: number
  depth: number
  name: string | undefined
  text: string | undefined
}

export interface Layout {
  /** Takes in a type; what comes back is for `expand`, after `decide`. */
  add(type: Type, root: RootOptions): string
  /** Chooses which pieces get a name. */
  decide(): void
  expand(marked: string): string
  /** The types named in what was expanded so far, in the order of first use. */
  aliases(): { name: string; text: string }[]
}

// Marks are control characters: no text from outside carries them, escape.ts removes them.
const MARKS = /([\x01\x02])(\d+)\x06|\x04([^\x07]*)\x07/g
const KIDS = /[\x01\x02](\d+)\x06/g

/** Nodes are named at this depth, so that no text is nested deeper than a parser can follow. */
const MAX_DEPTH = 40

export function createLayout(options: LayoutOptions): Layout {
  const nodes: Node[] = []
  const byKey = new Map<string, Node>()
  const byDefinition = new Map<Definition, Node>()
  const bySignature = new Map<string, Node[]>()
  const roots: Node[] = []
  const used = new Set<Node>()

  const intern = (lines: string[], object: boolean, hint: Hint, extra: Partial<Node> = {}): Node => {
    const documentation = extra.documentation ?? []
    const key = `${object ? '{' : ''}${lines.join('\n')}\0${documentation.join('\0')}`
    const found = extra.recursive ? undefined : byKey.get(key)
    if (found) {
      found.hints.push(hint)
      if (extra.defined) found.defined = true
      return found
    }
    const node: Node = {
      id: nodes.length,
      lines,
      object,
      kids: [],
      recursive: false,
      defined: false,
      documentation,
      hints: [hint],
      hash: '',
      count: 0,
      size: 0,
      depth: 0,
      name: undefined,
      text: undefined,
      ...extra,
    }
    nodes.push(node)
    if (!extra.recursive) byKey.set(key, node)
    return measure(node)
  }

  const measure = (node: Node): Node => {
    const text = node.lines.join('\n')
    const hashed = text.replace(KIDS, (_, id: string) => {
      const kid = nodes[Number(id)]!
      node.kids.push(kid)
      return kid.recursive ? kid.hints[0]!.name : kid.hash
    })
    node.hash = hashText(hashed)
    return node
  }

  const printerFor = (root: RootOptions, owner: string): Printer => ({
    ...options,
    ...root,
    compare: compareCodePoints,
    propertyName,
    object: (lines, name) => mark(intern(lines, true, { rank: 1, name, owner })),
    literals: (text, name) =>
      text.length > 40 ? mark(intern([text], false, { rank: 1, name, owner })) : text,
    reference: (target) => mark(byDefinition.get(target)!),
    comment: (parts) => `\x04${parts.join('\x05')}\x07`,
    documentationOf: (target) => `\x03${byDefinition.get(target)!.id}\x06`,
    operand: (text, open) =>
      /^\x01\d+\x06$/.test(text) ? `\x02${text.slice(1)}` : open ? `(${text})` : text,
  })

  const documentationOf = (definition: Definition): string[] => {
    if (options.docs === 'none') return []
    const notes = definition.type?.kind === 'object' ? [] : (definition.type?.notes ?? [])
    return [definition.description ?? '', ...notes]
      .map((text) => commentLine(text, options.fenceSafe))
      .filter(Boolean)
  }

  const addDefinition = (definition: Definition, printer: Printer, owner: string) => {
    const text = printType(definition.type!, printer, definition.name)
    const hint = { rank: 0, name: definition.name, owner }
    const documentation = documentationOf(definition)
    const whole = /^\x01(\d+)\x06$/.exec(text)
    const node =
      whole && documentation.length === 0
        ? nodes[Number(whole[1])]!
        : intern([text], false, hint, { documentation })
    node.hints.push(hint)
    node.defined = true
    byDefinition.set(definition, node)
  }

  /** Definitions that reach each other: the same group in another tool becomes the same types. */
  const addRecursive = (members: Definition[], printer: Printer, owner: string) => {
    const sorted = members
      .map((definition, index) => ({ definition, index }))
      .sort((a, b) => compareCodePoints(a.definition.name, b.definition.name) || a.index - b.index)
      .map(({ definition }) => definition)
    const place = new Map(sorted.map((definition, index) => [definition, index]))
    const flat: Printer = {
      ...printer,
      object: (lines) => `{${lines.join('\n')}}`,
      literals: (text) => text,
      reference: (target) =>
        place.has(target) ? `\x08${place.get(target)}` : mark(byDefinition.get(target)!),
      documentationOf: (target) =>
        place.has(target) ? '' : `\x03${byDefinition.get(target)!.id}\x06`,
    }
    const signature = sorted
      .map((one) => [one.name, ...documentationOf(one), printType(one.type!, flat, one.name)].join('\0'))
      .join('\0\0')
    const known = bySignature.get(signature)
    if (known) {
      known.forEach((node, index) => {
        byDefinition.set(sorted[index]!, node)
      })
      return
    }
    const made = sorted.map((definition) => {
      const hint = { rank: 0, name: definition.name, owner }
      const documentation = documentationOf(definition)
      const node = intern([], false, hint, { recursive: true, defined: true, documentation })
      byDefinition.set(definition, node)
      return node
    })
    bySignature.set(signature, made)
    made.forEach((node, index) => {
      const definition = sorted[index]!
      node.lines = [printType(definition.type!, printer, definition.name)]
      node.kids = []
      measure(node)
      node.hash = hashText(`${signature}\0${index}`)
    })
  }

  const mark = (node: Node) => `\x01${node.id}\x06`

  return {
    add(type, root) {
      const owner = root.name
      const printer = printerFor(root, owner)
      const fresh = definitionsIn(type).filter((definition) => !byDefinition.has(definition))
      for (const { members, recursive } of componentsOf(fresh, false)) {
        if (members.every((definition) => byDefinition.has(definition))) continue
        if (recursive) addRecursive(members, printer, owner)
        else addDefinition(members[0]!, printer, owner)
      }
      const text = printType(type, printer, root.name)
      const node = intern([text], false, { rank: 3, name: root.name, owner })
      roots.push(node)
      return mark(node)
    },
    decide() {
      decideNames(nodes, roots, options)
    },
    expand: (marked) => expand(marked),
    aliases() {
      const list: { name: string; text: string }[] = []
      // Printing one may use others for the first time; a set visits what is added meanwhile.
      for (const node of used) {
        const comment = node.documentation.length ? `// ${joinNotes(node.documentation)}\n` : ''
        list.push({ name: node.name!, text: `${comment}type ${node.name} = ${bodyOf(node)};` })
      }
      return list
    },
  }

  function expand(marked: string): string {
    return marked.replace(MARKS, (_, kind: string, id: string, comment: string | undefined) => {
      if (comment !== undefined) return printComment(comment)
      const node = nodes[Number(id)]!
      if (node.name) {
        used.add(node)
        return node.name
      }
      const text = bodyOf(node)
      return kind === '\x02' && !node.object && needsParentheses(text) ? `(${text})` : text
    })
  }

  function bodyOf(node: Node): string {
    node.text ??= node.object ? printObject(node.lines.map(expand)) : expand(node.lines.join('\n'))
    return node.text
  }

  function printObject(lines: string[]): string {
    if (lines.length === 0) return '{}'
    const text = lines.join('\n')
    if (!options.indent && lines.length <= 3 && text.length <= 60 && !/\/[/*]|\n.*\n.*\n/.test(text))
      return `{ ${lines.join(' ').replace(/;$/, '')} }`
    return `{\n${options.indent}${text.replaceAll('\n', `\n${options.indent}`)}\n}`
  }

  function printComment(parts: string): string {
    const texts = parts.split('\x05').flatMap((part) => {
      const [, label = '', id] = /^(.*)\x03(\d+)\x06$/.exec(part) ?? []
      if (id === undefined) return part ? [part] : []
      const node = nodes[Number(id)]!
      return node.name ? [] : node.documentation.map((text) => label + text)
    })
    if (texts.length === 0) return ''
    const text = joinNotes([...new Set(texts)])
    if (options.docs === 'trailing') return ` // ${text}`
    return options.docs === 'jsdoc' ? `/** ${text} */\n` : `// ${text}\n`
  }
}

function joinNotes(texts: string[]): string {
  return texts.map((text, index) => (index < texts.length - 1 ? text.replace(/\.$/, '') : text)).join('; ')
}

/** Whether a postfix would bind to a part of the text only: an operator stands outside all brackets and strings. */
function needsParentheses(text: string): boolean {
  return /[|&]/.test(text.replace(/"(?:[^"\\]|\\.)*"/g, '').replace(/\/\/.*|\/\*[\s\S]*?\*\//g, '')) && hasOuterOperator(text)
}

function hasOuterOperator(text: string): boolean {
  let depth = 0
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|`[^`]*`|\/\/.*|\/\*[\s\S]*?\*\/|[[\](){}|&]/g)) {
    if ('[({'.includes(token)) depth++
    else if ('])}'.includes(token)) depth--
    else if (depth === 0 && (token === '|' || token === '&')) return true
  }
  return false
}

function decideNames(nodes: Node[], roots: Node[], options: LayoutOptions): void {
  countUses(nodes, roots)
  // Kids come before their parents, so sizes and depths below are known.
  for (const node of nodes) {
    node.size = tokensOf(node.lines.join('\n'))
    node.depth = 1
    for (const kid of node.kids) {
      node.size += kid.name === undefined ? kid.size : 2
      if (kid.name === undefined && !kid.recursive) node.depth = Math.max(node.depth, kid.depth + 1)
    }
    if (node.recursive || node.depth >= MAX_DEPTH || pays(node, options)) node.name = ''
  }
  countUses(nodes, roots)
  for (const node of nodes)
    if (node.name === '' && !node.recursive && node.depth < MAX_DEPTH && !pays(node, options)) node.name = undefined
  assignTypeNames(
    nodes.filter((node) => node.name === ''),
    options.typePrefix,
    [],
  )
}

function countUses(nodes: Node[], roots: Node[]): void {
  for (const node of nodes) node.count = 0
  for (const root of roots) root.count++
  // Recursive nodes are printed once, whoever uses them; and they alone have kids that are younger.
  for (const node of nodes) if (node.recursive) for (const kid of node.kids) kid.count++
  for (let index = nodes.length - 1; index >= 0; index--) {
    const node = nodes[index]!
    if (node.recursive) continue
    const times = node.name === undefined ? node.count : Math.min(node.count, 1)
    for (const kid of node.kids) kid.count += times
  }
}

/** Whether a name for the node saves tokens. */
function pays(node: Node, options: LayoutOptions): boolean {
  if (options.share === 'refs' && !node.defined) return false
  if (options.share === 'none' && (!node.defined || node.count * node.size < 2000)) return false
  const name = 2 + (node.hints[0]!.name.length >> 3)
  return (node.count - 1) * node.size > node.count * name + 6
}

const tokensOf = (text: string) => Math.ceil(text.length / 4)
