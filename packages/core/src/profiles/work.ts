import { parsePointer, valueAt } from '../places'
import type { ProviderRules } from './providers'
import { isNode, type Node } from './schema-node'

/** Takes what a model made for the rewritten schema back to what the full schema wants. */
export type Restore = (value: unknown) => unknown

/** What one rewrite keeps. */
export interface Work {
  rules: ProviderRules
  root: Node
  obstacles: { pointer: string; reason: string }[]
  /** `$ref`s being inlined: a recursive one is cut. */
  open: string[]
  count: number
  restores: Map<string, Restore | undefined>
}

export function resolveRef(work: Work, node: unknown): unknown {
  let current = node
  for (let hops = 0; hops < 16; hops++) {
    if (!isNode(current) || typeof current['$ref'] !== 'string') return current
    const { $ref, ...siblings } = current
    if (!($ref as string).startsWith('#')) return current
    const target = valueAt(work.root, parsePointer(($ref as string).slice(1)))
    current = isNode(target) ? { ...target, ...siblings } : target
  }
  return current
}
