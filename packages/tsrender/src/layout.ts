import { decideNames, type Share, tokensOf } from './decide-names'
import { componentsOf, definitionsIn } from './definitions'
import { commentLine, propertyName } from './escape'
import { formGroups, namesIn } from './form-groups'
import { joinNotes } from './join-notes'
import { createNode, type Hint, mark, type Node, offer } from './layout-node'
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
export function createLayout(options: LayoutOptions): Layout {
  const nodes: Node[] = []
  const byKey = new Map<string, Node>()
  const byDefinition = new Map<Definition, Node>()
  const bySignature = new Map<string, Node[]>()
  const roots: Node[] = []
  const used = new Set<Node>()

  const intern = (
    lines: string[],
    object: boolean,
    hint: Hint,
    extra: Partial<Pick<Node, 'recursive' | 'defined' | 'documentation'>> = {},
  ): Node => {
    const { recursive = false, defined = false, documentation = [] } = extra
    const key = `${object ? '{' : ''}${lines.join('\n')}\0${documentation.join('\0')}`
    const found = recursive ? undefined : byKey.get(key)
    if (found) {
      offer(found, hint)
      if (defined) found.defined = true
      return found
    }
    const parts = { lines, object, recursive, defined, documentation, hint }
    const node = createNode(nodes.length, parts)
    nodes.push(node)
    if (!recursive) byKey.set(key, node)
    return measure(node)
  }

  const measure = (node: Node): Node => {
    node.own = tokensOf(node.lines)
    for (const line of node.lines) {
      if (!line.includes('\x06')) continue
      for (const [, id] of line.matchAll(KIDS)) node.kids.push(nodes[Number(id)]!)
    }
    return node
  }

  /** Ids depend on the order of the tools; what stands behind them does not. */
  const hashOf = (node: Node): string => {
    node.hash ||= hashContent(node.lines.join('\n'))
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
  const printers = new Map<string, Printer>()
  const printerFor = ({ profile, direction, docs, name }: RootOptions): Printer => {
    rootName = name
    const key = `${profile} ${direction} ${docs}`
    const known = printers.get(key) ?? createPrinter({ ...options, profile, direction, docs })
    printers.set(key, known)
    return known
  }
  const createPrinter = (
    shared: LayoutOptions & Pick<RootOptions, 'profile' | 'direction'>,
  ): Printer => ({
    ...shared,
    compare: compareCodePoints,
    propertyName,
    object: (lines, name) => {
      const node = intern(lines, true, { rank: name === rootName ? 3 : 1, name })
      return mark(node.bodyOf ?? node)
    },
    literals: (text, name) =>
      text.length > 40 ? mark(intern([text], false, { rank: 1, name })) : text,
    reference: (target) => mark(byDefinition.get(target)!),
    // Only what a definition says of itself has to wait: it moves to its name, if it gets one.
    comment: (parts) =>
      parts.some((part) => part.includes('\x03'))
        ? `\x04${parts.join('\x05')}\x07`
        : commentText(parts, options.docs),
    documentationOf: (target) => `\x03${byDefinition.get(target)!.id}\x06`,
    operand: (text, open) =>
      /^\x01\d+\x06$/.test(text) ? `\x02${text.slice(1)}` : open ? `(${text})` : text,
  })

  const documentationOf = (definition: Definition, docs: string): string[] => {
    if (docs === 'none') return []
    const notes = definition.type?.kind === 'object' ? [] : (definition.type?.notes ?? [])
    const texts = [definition.description ?? '', ...notes].map((text) =>
      commentLine(text, options.fenceSafe),
    )
    return texts.some(Boolean) ? texts : []
  }

  const addDefinition = (definition: Definition, printer: Printer) => {
    const text = printType(definition.type!, printer, definition.name)
    const hint = { rank: 0, name: definition.name }
    const documentation = documentationOf(definition, printer.docs)
    const whole = documentation.length === 0 ? wholeNode(text) : undefined
    const node = whole ?? intern([text], false, hint, { documentation })
    offer(node, hint)
    node.defined = true
    byDefinition.set(definition, node)
  }

  /** Definitions that reach each other: the same group in another tool becomes the same types. */
  const addRecursive = (members: Definition[], printer: Printer) => {
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
      .map((one) =>
        [
          one.name,
          ...documentationOf(one, printer.docs),
          printType(one.type!, flat, one.name),
        ].join('\0'),
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
      const documentation = documentationOf(definition, printer.docs)
      const node = intern([], false, hint, { recursive: true, defined: true, documentation })
      byDefinition.set(definition, node)
      return node
    })
    bySignature.set(signature, made)
    const hash = hashContent(signature)
    made.forEach((node, index) => {
      const definition = sorted[index]!
      node.lines = [printType(definition.type!, printer, definition.name)]
      node.kids = []
      measure(node)
      const body = wholeNode(node.lines[0]!)
      if (body?.object) body.bodyOf = node
      node.hash = hashText(`${hash}${index}`)
    })
  }

  const wholeNode = (text: string): Node | undefined =>
    nodes[Number(/^\x01(\d+)\x06$/.exec(text)?.[1])]

  return {
    add(type, root) {
      const printer = printerFor(root)
      const fresh = definitionsIn(type).filter((definition) => !byDefinition.has(definition))
      for (const { members, recursive } of componentsOf(fresh, false)) {
        if (members.every((definition) => byDefinition.has(definition))) continue
        if (recursive) addRecursive(members, printer)
        else addDefinition(members[0]!, printer)
      }
      const text = printType(type, printer, root.name)
      const node = wholeNode(text) ?? intern([text], false, { rank: 3, name: root.name })
      roots.push(node)
      return mark(node)
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
    expand: (marked) => expand(marked),
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
      if (node.name) {
        used.add(node)
        return node.name
      }
      const text = textOf(node)
      return kind === '\x02' && (!node.object || node.groups.length) && needsParentheses(text)
        ? `(${text})`
        : text
    })
  }

  function textOf(node: Node): string {
    node.text ??= node.object ? printNode(node) : expand(node.lines.join('\n'))
    return node.text
  }

  function printNode(node: Node): string {
    const groups = node.groups.map((group) => expand(mark(group)))
    const rest =
      groups.length && node.lines.length === 0
        ? []
        : [objectText(node.lines.map(expand), options.indent)]
    return [...groups, ...rest].join(' & ')
  }

  function printComment(marked: string): string {
    return commentText(
      marked.split('\x05').flatMap((part) => {
        const [, label = '', id] = /^(.*)\x03(\d+)\x06$/.exec(part) ?? []
        if (id === undefined) return [part]
        const node = nodes[Number(id)]!
        return node.name ? [] : node.documentation.filter(Boolean).map((text) => label + text)
      }),
      options.docs,
    )
  }
}
