/** An HTML element as data: serialised for the HTML surface, mapped to nodes for images. */
export interface HtmlElement {
  tag: string
  attributes: Record<string, string | number | true | undefined>
  children: HtmlNode[]
  /** Images only: the token that `currentColor` stands for inside an svg. */
  color?: string
}

export type HtmlNode = HtmlElement | string

type Attributes = HtmlElement['attributes']
type Child = HtmlNode | undefined | false

/** Builds an element; absent children and attributes are left out. */
export function element(tag: string, attributes: Attributes, ...children: Child[]): HtmlElement {
  return {
    tag,
    attributes,
    children: children.filter((child): child is HtmlNode => child !== undefined && child !== false),
  }
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text for element content and for attribute values alike. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => escapes[mark]!)
}

const voidTags = new Set(['img', 'input', 'hr', 'br', 'path', 'polyline', 'circle', 'rect'])
const svgLeaves = new Set(['path', 'polyline', 'circle', 'rect'])

/** Prints an element. All text and every attribute value is escaped here, and nowhere else. */
export function serializeHtml(node: HtmlNode): string {
  if (typeof node === 'string') return escapeHtml(node)
  let html = `<${node.tag}`
  for (const [name, value] of Object.entries(node.attributes)) {
    if (value === undefined) continue
    html += value === true ? ` ${name}` : ` ${name}="${escapeHtml(String(value))}"`
  }
  if (svgLeaves.has(node.tag)) return `${html}/>`
  if (voidTags.has(node.tag)) return `${html}>`
  return `${html}>${node.children.map(serializeHtml).join('')}</${node.tag}>`
}

/** Every class and tag in a tree: what a style sheet can select. */
export function namesOf(node: HtmlNode, found = new Set<string>()): Set<string> {
  if (typeof node === 'string') return found
  found.add(node.tag)
  const { class: list } = node.attributes
  if (typeof list === 'string') for (const name of list.split(' ')) found.add(name)
  for (const child of node.children) namesOf(child, found)
  return found
}
