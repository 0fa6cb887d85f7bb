import { checkOptions } from './options'
import { compareCodePoints } from './order'
import { stableToolNames } from './tool-names'

export interface JsToolNamesOptions {
  /**
   * `airlock`: `-` becomes `_`, all else stays, as in the source document. `stable`: always an identifier, and the same
   * whatever other tools there are; the names of `renderCatalog`.
   * @default 'airlock'
   */
  strategy?: 'airlock' | 'stable' | undefined
}

/**
 * Maps each tool name to the JavaScript property name that the declarations use: `-` becomes `_`.
 * An exact name beats a renamed one; of several that would become equal, the first in byte order wins
 * and the others keep their hyphen (`tools["a-b"]`). The map has no prototype: a tool may be called `__proto__`.
 */
export function jsToolNames(
  names: Iterable<string>,
  options: JsToolNamesOptions = {},
): Record<string, string> {
  checkOptions(options)
  const result: Record<string, string> = Object.create(null)
  const originals = [...new Set(names)].sort(compareCodePoints)
  if (options.strategy === 'stable') {
    for (const [original, js] of stableToolNames(originals)) result[original] = js
    return result
  }
  const taken = new Set(originals)
  for (const original of originals) {
    const renamed = original.replaceAll('-', '_')
    result[original] = taken.has(renamed) ? original : renamed
    taken.add(renamed)
  }
  return result
}
