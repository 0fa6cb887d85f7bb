import { decideNames, type Share } from './decide-names'
import { componentsOf } from './definitions'
import { commentLine, propertyName } from './escape'
import { formGroups, namesIn } from './form-groups'
import { joinNotes } from './join-notes'
import { createNode, fill, type Hint, KIDS, mark, type Node, offer } from './layout-node'
import { commentText, objectText } from './layout-text'
import { compareCodePoints } from './order'
import { needsParentheses } from './parentheses'
import { type Printer, printType } from './print-type'
import type { Definition, Type } from './type'
import { assignTypeNames, hashText } from './type-names'

export interface LayoutOptions {
  docs: 'line' | 'jsdoc' | 'trailing' | 'none'
  indent: string
  order: 'source' | 'alpha' | 'required-first'
  fenceSafe: boolean
  share: Share
  /** Stands before every type name. */
  typePrefix: string
  /** Type names that stand for something else already. */
  taken: readonly string[]
}

export interface RootOptions {
  profile: 'exact' | 'prompt'
  direction: 'input' | 'output'
  docs: 'line' | 'jsdoc' | 'trailing' | 'none'
  /** What the type itself could be called. */
  name: string
}

export interface Layout {
  /** Takes in a type; what comes back is for `print`, after `decide`. */
  add(type: Type, root: RootOptions): Node
  /** Chooses which pieces get a name. */
  decide(): void
  print(node: Node): string
  /** The types named in what was printed so far, in the order of first use. */
  aliases(): { name: string; text: string }[]
}

// Marks are control characters: no text from outside carries them, escape.ts removes them.
const MARKS = /([\x01\x02])(\d+)\x06|\x04([^\x07]*)\x07/g
export function createLayout(options: LayoutOptions): Layout {
  const nodes: Node[] = []
  const objects = new Map<string, Node>()
  const texts = new Map<string, Node>()
  const byDefinition = new Map<Definition, Node>()
  const bySignature = new Map<string, Node[]>()
  const roots: Node[] = []
  const used = new Set<Node>()

  const intern = (
    lines: string[],
    object: boolean,
    hint: Hint,
    documentation: string[] = [],
  ): Node => {
    const body = lines.join('\n')
    const known = object ? objects : texts
    const key = documentation.length ? [body, ...documentation].join('\0') : body
    const found = known.get(key)
    if (found) {
      offer(found, hint)
      return found
    }
    const node = makeNode(object, hint, documentation)
    known.set(key, node)
    fill(node, body, nodes)
    node.length = lines.length
    // They are as large as the text itself.
    if (hint.rank > 1 || options.share === 'groups') node.lines = lines
    return node
  }

  const makeNode = (object: boolean, hint: Hint, documentation: string[]): Node => {
    const node = createNode(nodes.length, object, hint)
    node.documentation = documentation
    nodes.push(node)
    return node
  }

  /** Ids depend on the order of the tools; what stands behind them does not. */
  const hashOf = (node: Node): string => {
    node.hash ||= hashContent(node.body)
    return node.hash
  }

  const hashContent = (marked: string): string =>
    hashText(
      marked.replace(/\x03\d+\x06/g, '').replace(KIDS, (_, id: string) => {
        const kid = nodes[Number(id)]!
        return kid.recursive ? kid.hint.name : hashOf(kid)
      }),
    )

  /** What the type on hand could be called: its own object makes way for better names. */
  let rootName = ''
  /** Of the type on hand: `add` sets what differs from one to the next. */
  const printer: Printer = {
    profile: 'prompt',
    direction: 'input',
    docs: options.docs,
    order: options.order,
    fenceSafe: options.fenceSafe,
    compare: compareCodePoints,
    propertyName,
    object: (lines, name) => {
      const node = intern(lines, true, { rank: name === rootName ? 3 : 1, name })
      return mark(node.bodyOf ?? node)
    },
    literals: (text, name) =>
      text.length > 40 ? mark(intern([text], false, { rank: 1, name })) : text,
    reference: (target) => mark(nodeOf(target)),
    // Only what a definition says of itself has to wait: it moves to its name, if it gets one.
    comment: (description, facts) =>
      facts.some((fact) => fact.includes('\x03'))
        ? `\x04${[description, ...facts].join('\x05')}\x07`
        : commentText(description, facts, options.docs),
    documentationOf: (target) => `\x03${nodeOf(target).id}\x06`,
    operand: (text, open) =>
      /^\x01\d+\x06$/.test(text) ? `\x02${text.slice(1)}` : open ? `(${text})` : text,
  }

  const documentationOf = (definition: Definition): string[] => {
    if (printer.docs === 'none') return []
    const notes = definition.type?.kind === 'object' ? [] : (definition.type?.notes ?? [])
    const texts = [definition.description ?? '', ...notes].map((text) =>
      commentLine(text, options.fenceSafe),
    )
    return texts.some(Boolean) ? texts : []
  }

  const addDefinition = (definition: Definition) => {
    const text = printType(definition.type!, printer, definition.name)
    const hint = { rank: 0, name: definition.name }
    const documentation = documentationOf(definition)
    const whole = documentation.length === 0 ? wholeNode(text) : undefined
    const node = whole ?? intern([text], false, hint, documentation)
    offer(node, hint)
    node.defined = true
    byDefinition.set(definition, node)
  }

  /** A definition's node, taken in where it is first met: by a reference, or by a note about what was left out. */
  const nodeOf = (definition: Definition): Node =>
    byDefinition.get(definition) ?? addReachable(definition)

  /** Takes in a definition, after those it needs. */
  const addReachable = (definition: Definition): Node => {
    for (const { members, recursive } of componentsOf([definition], false)) {
      if (members.every((member) => byDefinition.has(member))) continue
      if (recursive) addRecursive(members)
      else addDefinition(members[0]!)
    }
    return byDefinition.get(definition)!
  }

  /** Definitions that reach each other: the same group in another tool becomes the same types. */
  const addRecursive = (members: Definition[]) => {
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
        place.has(target) ? `\x08${place.get(target)}` : mark(nodeOf(target)),
      documentationOf: (target) => (place.has(target) ? '' : `\x03${nodeOf(target).id}\x06`),
    }
    const signature = sorted
      .map((one) =>
        [one.name, ...documentationOf(one), printType(one.type!, flat, one.name)].join('\0'),
      )
      .join('\0\0')
    const known = bySignature.get(signature)
    if (known) {
      known.forEach((node, index) => {
        byDefinition.set(sorted[index]!, node)
      })
      return
    }
    const made = sorted.map((definition) => {
      const hint = { rank: 0, name: definition.name }
      const documentation = documentationOf(definition)
      const node = makeNode(false, hint, documentation)
      node.recursive = true
      node.defined = true
      byDefinition.set(definition, node)
      return node
    })
    bySignature.set(signature, made)
    const hash = hashContent(signature)
    made.forEach((node, index) => {
      const definition = sorted[index]!
      const text = printType(definition.type!, printer, definition.name)
      fill(node, text, nodes)
      const body = wholeNode(text)
      if (body?.object) body.bodyOf = node
      node.hash = hashText(`${hash}${index}`)
    })
  }

  const wholeNode = (text: string): Node | undefined =>
    nodes[Number(/^\x01(\d+)\x06$/.exec(text)?.[1])]

  return {
    add(type, { profile, direction, docs, name }) {
      rootName = name
      printer.profile = profile
      printer.direction = direction
      printer.docs = docs
      const text = printType(type, printer, name)
      const node = wholeNode(text) ?? intern([text], false, { rank: 3, name })
      roots.push(node)
      // No other type refers to these.
      byDefinition.clear()
      return node
    },
    decide() {
      decideNames(nodes, roots, options.share)
      for (const node of nodes)
        if (node.name === '' && node.object && node.hint.rank === 3 && node.count > 1)
          node.hint = { rank: 2, name: namesIn(node.lines) }
      if (options.share === 'groups') formGroups(nodes, intern)
      assignTypeNames(
        nodes.filter((node) => node.name === ''),
        options.typePrefix,
        options.taken,
        hashOf,
      )
    },
    print,
    aliases() {
      const list: { name: string; text: string }[] = []
      // Printing one may use others for the first time; a set visits what is added meanwhile.
      for (const node of used) {
        const [description = '', ...facts] = node.documentation
        const text = joinNotes(description, facts)
        const comment = text ? `// ${text}\n` : ''
        list.push({ name: node.name!, text: `${comment}type ${node.name} = ${textOf(node)};` })
      }
      return list
    },
  }

  function expand(marked: string): string {
    if (!marked.includes('\x06') && !marked.includes('\x07')) return marked
    return marked.replace(MARKS, (_, kind: string, id: string, comment: string | undefined) => {
      if (comment !== undefined) return printComment(comment)
      const node = nodes[Number(id)]!
      const text = print(node)
      const open = kind === '\x02' && !node.name && (!node.object || node.groups.length)
      return open && needsParentheses(text) ? `(${text})` : text
    })
  }

  function print(node: Node): string {
    if (!node.name) return textOf(node)
    used.add(node)
    return node.name
  }

  function textOf(node: Node): string {
    node.text ??= node.object ? printNode(node) : expand(node.body)
    return node.text
  }

  function printNode(node: Node): string {
    const parts = node.groups.map(print)
    if (parts.length === 0 || node.length > 0)
      parts.push(objectText(expand(node.body), node.length, options.indent))
    return parts.join(' & ')
  }

  function printComment(marked: string): string {
    const parts = marked.split('\x05').flatMap((part) => {
      const [, label = '', id] = /^(.*)\x03(\d+)\x06$/.exec(part) ?? []
      if (id === undefined) return [part]
      const node = nodes[Number(id)]!
      return node.name ? [] : node.documentation.filter(Boolean).map((text) => label + text)
    })
    return commentText(parts.shift() ?? '', parts, options.docs)
  }
}
