import { element, type HtmlElement, type HtmlNode, serializeHtml } from './html-element'
import { schemeColors } from './html-style'

/**
 * A node an image engine lays out: the HTML surface as plain data, without anything only a browser shows.
 * Its shape is the node tree of Takumi.
 */
export type ImageNode =
  | {
      type: 'container'
      tagName: string
      className?: string
      style?: { minHeight: number }
      attributes?: Record<string, string>
      children: ImageNode[]
    }
  | {
      type: 'text'
      text: string
      tagName?: string
      className?: string
      attributes?: Record<string, string>
    }
  | {
      type: 'image'
      src: string
      tagName: string
      className?: string
      width?: number
      height?: number
      /** What stands in its place when the engine has no bytes for `src`. */
      attributes?: { alt: string }
    }

const colors = { light: schemeColors('light'), dark: schemeColors('dark') }

/** Maps the elements of a page to nodes of one colour scheme. Folded details are shown open. */
export function toImageNodes(root: HtmlElement, scheme: 'light' | 'dark'): ImageNode {
  return mapElement(root, scheme) ?? { type: 'container', tagName: 'div', children: [] }
}

function mapElement(node: HtmlElement, scheme: 'light' | 'dark'): ImageNode | undefined {
  const className = node.attributes['class']
  const name = {
    tagName: node.tag === 'details' ? 'div' : node.tag,
    ...(typeof className === 'string' && { className }),
  }
  if (className === 'av-hidden') return undefined
  if (node.tag === 'svg') return { type: 'image', ...name, ...svgImage(node, scheme) }
  if (node.tag === 'input')
    return {
      type: 'image',
      ...name,
      ...svgImage(checkBox(node.attributes['checked'] === true), scheme),
    }
  if (node.tag === 'img') return { type: 'image', ...name, ...pictureOf(node) }
  const href = node.attributes['href']
  const link = node.tag === 'a' && typeof href === 'string' ? { attributes: { href } } : {}
  const [only] = node.children
  if (node.children.length === 1 && typeof only === 'string')
    return { type: 'text', text: only, ...name, ...link }
  return {
    type: 'container',
    ...name,
    ...link,
    children: node.children.flatMap((child) => mapChild(child, scheme) ?? []),
  }
}

function mapChild(child: HtmlNode, scheme: 'light' | 'dark'): ImageNode | undefined {
  if (typeof child !== 'string') return mapElement(child, scheme)
  return child === '' ? undefined : { type: 'text', text: child }
}

// An svg inside an image knows no style sheet: its colour is written into it.
function svgImage(node: HtmlElement, scheme: 'light' | 'dark') {
  const color = colors[scheme][node.color ?? 'ink'] ?? ''
  const {
    class: _,
    role: _role,
    'aria-label': _label,
    'aria-hidden': _hidden,
    ...rest
  } = node.attributes
  const svg = element('svg', { xmlns: 'http://www.w3.org/2000/svg', ...rest }, ...node.children)
  return {
    src: serializeHtml(svg).replaceAll('currentColor', color),
    width: Number(node.attributes['width']),
    height: Number(node.attributes['height']),
  }
}

/** A ticked or empty box, as images show it. */
export function checkBox(checked: boolean): HtmlElement {
  const box = element(
    'svg',
    {
      viewBox: '0 0 16 16',
      width: 16,
      height: 16,
      fill: 'none',
      stroke: 'currentColor',
      'stroke-width': 1.5,
      'stroke-linecap': 'round',
      'stroke-linejoin': 'round',
    },
    element('rect', { x: 1.5, y: 1.5, width: 13, height: 13, rx: 2 }),
    checked && element('path', { d: 'M4.6 8.2l2.4 2.4 4.4-5' }),
  )
  return { ...box, color: checked ? 'success' : 'muted' }
}

function pictureOf({ attributes }: HtmlElement) {
  const { src, alt, width, height } = attributes
  return {
    src: String(src),
    attributes: { alt: String(alt) },
    ...(typeof width === 'number' && { width }),
    ...(typeof height === 'number' && { height }),
  }
}
