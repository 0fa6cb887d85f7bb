import { iconAliases, iconPaths } from './icons.generated'

/** A drawing for a 24 by 24 box: tags with their attributes, as lucide writes them. */
export type IconNode = readonly (readonly [
  tag: string,
  attributes: Readonly<Record<string, string | number>>,
])[]

const registered = new Map<string, IconNode>()
const tags = /^(?:path|circle|ellipse|line|polyline|polygon|rect)$/
const attributes =
  /^(?:d|c[xy]|r[xy]?|[xy][12]?|width|height|points|fill|stroke(?:-[a-z]+)?|opacity|transform)$/

/**
 * Adds or replaces an icon for every renderer. Takes lucide's own icon nodes.
 * Throws a TypeError on a tag that is not a plain shape and on an attribute that does not draw.
 */
export function registerIcon(name: string, node: IconNode): void {
  for (const [tag, values] of node) {
    const wrong = tags.test(tag)
      ? Object.keys(values).find((key) => !attributes.test(key))
      : `<${tag}>`
    if (wrong) throw new TypeError(`icon "${name}": ${wrong} is not drawn`)
  }
  registered.set(name, node)
}

/** The name under which an icon is known here, or the emoji itself, or undefined. */
export function findIcon(icon: unknown): string | undefined {
  if (typeof icon !== 'string') return undefined
  const text = icon.trim()
  const name = text.toLowerCase()
  if (registered.has(name) || Object.hasOwn(iconPaths, name)) return name
  if (Object.hasOwn(iconAliases, name)) return iconAliases[name]
  return isEmoji(text) ? text : undefined
}

/** The drawing of a known icon, of `wrench` otherwise; undefined for an emoji. */
export function iconNode(icon: string): IconNode | undefined {
  const name = findIcon(icon) ?? 'wrench'
  const d = iconPaths[name]
  return registered.get(name) ?? (d === undefined ? undefined : [['path', { d }]])
}

/** One emoji, also a flag, a keycap or a joined sequence. */
export function isEmoji(text: string): boolean {
  if (text.length > 24 || !/\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u.test(text))
    return false
  return [...new Intl.Segmenter().segment(text)].length === 1
}

/** Every icon name known by itself, without aliases and registered ones. */
export function iconNames(): string[] {
  return Object.keys(iconPaths)
}
