import { type Hint, type Node, tokensOf } from './layout-node'
import { findPropertyGroups } from './property-groups'

/** Takes properties that repeat together out of their objects and makes a named object of them. */
export function formGroups(
  nodes: readonly Node[],
  intern: (lines: string[], object: boolean, hint: Hint) => Node,
): void {
  const objects = nodes.filter((node) => node.object && node.count > 0 && node.lines.length > 1)
  const members = objects.map((node) => ({
    lines: node.lines.filter((line) => !/^(?:\/\/.*$|\[)/.test(line)),
    weight: node.name === undefined ? node.count : 1,
  }))
  for (const group of findPropertyGroups(members, tokensOf)) {
    const first = objects[group.members[0]!]!
    const lines = first.lines.filter((line) => group.lines.includes(line))
    const node = intern(lines, true, { rank: 2, name: namesIn(lines) })
    node.name = ''
    for (const index of group.members) {
      const object = objects[index]!
      if (object === node) continue
      object.groups.push(node)
      object.lines = object.lines.filter((line) => !group.lines.includes(line))
      object.body = object.lines.join('\n')
      object.length = object.lines.length
    }
  }
}

/** What an object could be called that is no tool's alone: its first properties. */
export function namesIn(lines: readonly string[]): string {
  const names = lines.map(
    (line) => /^(?:\x04[^\x07]*\x07|\/[/*].*\n)?"?([^?":]*)/.exec(line)?.[1] ?? '',
  )
  return names.slice(0, 2).join(' ')
}
