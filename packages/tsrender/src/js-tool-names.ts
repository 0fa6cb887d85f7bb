import { compareCodePoints } from './order'

/**
 * Maps each tool name to the JavaScript property name that the declarations use: `-` becomes `_`.
 * An exact name beats a renamed one; of several that would become equal, the first in byte order wins
 * and the others keep their hyphen (`tools["a-b"]`).
 */
export function jsToolNames(names: Iterable<string>): Record<string, string> {
  const originals = [...new Set(names)].sort(compareCodePoints)
  const taken = new Set(originals)
  // No prototype: a tool may be called `__proto__`.
  const result: Record<string, string> = Object.create(null)
  for (const original of originals) {
    const renamed = original.replaceAll('-', '_')
    result[original] = taken.has(renamed) ? original : renamed
    taken.add(renamed)
  }
  return result
}
