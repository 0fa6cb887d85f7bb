import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'

interface Node {
  type: string
  value?: string
  url?: string
  alt?: string | null
  children?: Node[]
}

export function parse(markdown: string): Node {
  return fromMarkdown(markdown, {
    extensions: [gfm()],
    mdastExtensions: [gfmFromMarkdown()],
  }) as Node
}

/** What a reader sees of a node: its text, code and alternative texts. */
export function readText(node: Node): string {
  if (node.type === 'image') return node.alt ?? ''
  return node.value ?? (node.children ?? []).map(readText).join('')
}

/** Every node type in a tree, with the addresses of links and images. */
export function inventory(node: Node, found = { types: new Set<string>(), urls: [] as string[] }) {
  found.types.add(node.type)
  if (node.url !== undefined) found.urls.push(node.url)
  for (const child of node.children ?? []) inventory(child, found)
  return found
}

export type { Node }
