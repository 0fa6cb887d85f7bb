import { mark, type Node } from './layout-node'

/** Which pieces of text may get a name. */
export type Share = 'none' | 'refs' | 'shapes' | 'groups'

/** Nodes are named at this depth, so that no text is nested deeper than a parser can follow. */
const MAX_DEPTH = 40

/** Marks the nodes that get a name with the empty one. Nodes stand in the order they were made: kids first. */
export function decideNames(nodes: Node[], roots: Node[], share: Share): void {
  countUses(nodes, roots)
  for (const node of nodes) {
    weigh(node)
    if (node.recursive || node.depth >= MAX_DEPTH || pays(node, share)) node.name = ''
  }
  // Names that only keep a fan of definitions from being copied save less once they are there; they stay.
  if (share === 'none') return
  countUses(nodes, roots)
  for (const node of nodes) {
    weigh(node)
    const stays =
      node.recursive || node.depth >= MAX_DEPTH || (node.name === '' && pays(node, share))
    node.name = stays ? '' : undefined
  }
}

/** Kids come before their parents, so theirs is known. */
function weigh(node: Node): void {
  node.size = node.own
  node.depth = 1
  // A definition around one piece competes with it for the name, and carries the documentation.
  const alone = !node.object && node.kids.length === 1 && node.body === mark(node.kids[0]!)
  for (const kid of node.kids) {
    node.size += kid.name === undefined || alone ? kid.size : 2
    if (kid.name === undefined && !kid.recursive) node.depth = Math.max(node.depth, kid.depth + 1)
  }
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
function pays(node: Node, share: Share): boolean {
  if (share === 'refs' && !node.defined) return false
  if (share === 'none' && (!node.defined || node.count * node.size < 2000)) return false
  const name = 2 + (node.hint.name.length >> 3)
  return (node.count - 1) * node.size > node.count * name + 6
}
