/** An element of an SVG document that we or the engine wrote. */
export interface SvgElement {
  tag: string
  attributes: Record<string, string>
  children: SvgElement[]
}

/** Reads the machine-written SVG of the engine: elements and attributes, no text, no comments. */
export function parseSvg(source: string): SvgElement {
  const root: SvgElement = { tag: '', attributes: {}, children: [] }
  const open = [root]
  for (const [, close, tag, list, empty] of source.matchAll(/<(\/?)([a-zA-Z]\w*)([^>]*?)(\/?)>/g)) {
    if (close) {
      if (open.length > 1) open.pop()
      continue
    }
    const element: SvgElement = { tag: tag!, attributes: parseAttributes(list!), children: [] }
    open.at(-1)!.children.push(element)
    if (!empty) open.push(element)
  }
  return root.children[0] ?? root
}

function parseAttributes(list: string): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (const [, name, value] of list.matchAll(/([\w:-]+)="([^"]*)"/g)) attributes[name!] = value!
  return attributes
}
