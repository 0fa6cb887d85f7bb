import { compareCodePoints } from './order'

export interface Hint {
  /** Lower is better: definitions, then properties, then what is inside, then tools. */
  rank: number
  name: string
}

/** A piece of text that may be printed in place or get a name; equal pieces are one node. */
export interface Node {
  id: number
  /** The text with marks for the nodes inside. */
  body: string
  /** How many properties there are, for an object. */
  length: number
  /** A text for each property, where groups or a name are made of them. */
  lines: string[]
  object: boolean
  /** Groups of properties that are printed by name beside the lines. */
  groups: Node[]
  kids: Node[]
  /** Refers to itself, so it needs a name. */
  recursive: boolean
  /** The recursive node whose body this is: who means this object means that name. */
  bodyOf: Node | undefined
  /** Came from a `$ref`. */
  defined: boolean
  /** What its definition says of it; above its name or, in place, beside the property. */
  documentation: string[]
  /** What it could be called: the best of all that were offered. */
  hint: Hint
  /** Of the content alone; made when a name needs it. */
  hash: string
  count: number
  /** Tokens of the body alone. */
  own: number
  size: number
  depth: number
  name: string | undefined
  text: string | undefined
}

const NO_LINES: string[] = []

/** A node without text; `fill` gives it that. */
export function createNode(id: number, object: boolean, hint: Hint): Node {
  return {
    id,
    body: '',
    length: 0,
    lines: NO_LINES,
    object,
    groups: [],
    kids: [],
    recursive: false,
    bodyOf: undefined,
    defined: false,
    documentation: [],
    hint,
    hash: '',
    count: 0,
    own: 0,
    size: 0,
    depth: 0,
    name: undefined,
    text: undefined,
  }
}

/** What stands in a text for a node: control characters, which no text from outside carries (escape.ts removes them). */
export const mark = (node: Node) => `\x01${node.id}\x06`

export const KIDS = /[\x01\x02](\d+)\x06/g

/** Gives a node its text. The nodes marked in it are among `nodes`. */
export function fill(node: Node, body: string, nodes: readonly Node[]): void {
  node.body = body
  node.own = tokensOf(body)
  if (body.includes('\x06'))
    body.replace(KIDS, (all, id) => {
      node.kids.push(nodes[Number(id)]!)
      return all
    })
}

/** Near enough to compare one piece of text with another. */
export const tokensOf = (text: string) => Math.ceil(text.length / 4)

/** Keeps the better hint; which one that is may not depend on the order of the tools. */
export function offer(node: Node, hint: Hint): void {
  const { rank, name } = node.hint
  const better =
    hint.rank - rank || hint.name.length - name.length || compareCodePoints(hint.name, name)
  if (better < 0) node.hint = hint
}
