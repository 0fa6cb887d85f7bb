import type { CatalogEntry } from '../composition'
import { oneLine } from '../text/clean-text'
import { codeSpan, compactJson } from '../text/print-name'
import { fencedJson, indexBullet } from './authoring-guide'
import type { CompositionToolsRuntime } from './tools-runtime'

/** The text of the describe tool: full entries, then the JSON Schema of just these types. */
export function buildPrimitiveDescriptions(options: {
  runtime: Pick<CompositionToolsRuntime, 'getAuthoringContext'>
  types: readonly string[]
}): string {
  const types = [...new Set(options.types)]
  const { primitives, schema } = options.runtime.getAuthoringContext().describePrimitives(types)
  const definitions = (schema as { $defs?: unknown }).$defs
  return [
    '## Primitives',
    primitives.map(fullEntry).join('\n'),
    '## JSON Schema',
    'Each primitive is `$defs.<type>`; `bodyNode` stands for any primitive. Every node may also have `id` and `surfaces`.',
    fencedJson({ $defs: definitions }),
  ].join('\n\n')
}

function fullEntry(entry: CatalogEntry): string {
  const lines = [
    entry.useWhen.length > 0 && `Use when: ${entry.useWhen.map(oneLine).join(' ')}`,
    entry.avoidWhen.length > 0 && `Avoid when: ${entry.avoidWhen.map(oneLine).join(' ')}`,
    `Example: ${codeSpan(compactJson(entry.example))}`,
  ]
  return [indexBullet(entry), ...lines.filter(Boolean)].join('\n  ')
}
