import { checkInputBudget } from '../input-budget'
import type { JsonSchema } from '../json-schema'
import { ToolError } from '../tool-error'
import { mergeAll, mergeUnion } from './merge-branches'
import { type Provider, providerRules } from './providers'
import { rewriteNode } from './rewrite-node'
import { describe, isNode, type Node, short, typesOf } from './schema-node'
import { type Restore, resolveRef, type Work } from './work'

export interface ProfiledSchema {
  /** What the provider is sent. */
  schema: JsonSchema
  /**
   * Turns a model's input back before core validates it: nulls of optional properties become absent, renamed
   * properties get their names. Anything it does not understand stays as it is.
   */
  restoreInput: Restore
  /** Why the provider's strict mode has to stay off, by JSON Pointer; empty when it may be on. */
  obstacles: { pointer: string; reason: string }[]
}

const limits = { depth: 256, values: 500_000, characters: 20_000_000 }
/**
 * The schema as a provider accepts it, and the way back. Pure: the full schema is not changed and goes on
 * validating. A constraint the provider has no word for moves into the description.
 * @throws ToolError SCHEMA_UNSUPPORTED for a document that is no plain data or absurdly large.
 */
export function applyProfile(schema: JsonSchema, provider: Provider): ProfiledSchema {
  const checked = checkInputBudget(schema, limits)
  if (!checked.ok)
    throw new ToolError('SCHEMA_UNSUPPORTED', `The schema cannot be rewritten: ${checked.message}`)
  const rules = providerRules[provider]
  const root = checked.value as Node
  const work: Work = { rules, root, obstacles: [], open: [], count: 0, restores: new Map() }
  const { $schema, ...body } = root
  const whole = withoutRootRef(work, body)
  const flat = rules.rootCombinators ? whole : flattenRoot(work, whole)
  const rooted: Node = typesOf(flat)[0] === 'object' ? flat : { ...flat, type: 'object' }
  const { node, restore } = rewriteNode(work, rooted, '')
  const made = node as Node
  if (!isNode(made['properties'])) made['properties'] = {}
  return {
    schema: made as JsonSchema,
    restoreInput: restore ?? ((value) => value),
    obstacles: work.obstacles,
  }
}

/** A root that only points into its own definitions, as what it points to. */
function withoutRootRef(work: Work, root: Node): Node {
  if (typeof root['$ref'] !== 'string') return root
  const { $ref, ...rest } = root
  const target = resolveRef(work, { $ref })
  return { ...(isNode(target) ? target : {}), ...rest }
}

/** Combinators at the root, merged into the one object most providers insist on. */
function flattenRoot(work: Work, root: Node): Node {
  const resolve = (node: unknown) => resolveRef(work, node)
  let node: Node = root
  for (let level = 0; level < 8; level++) {
    if (Array.isArray(node['allOf'])) node = mergeAll(node, resolve)
    else if (Array.isArray(node['anyOf'])) node = mergeUnion(node, 'anyOf', resolve)
    else if (Array.isArray(node['oneOf'])) node = mergeUnion(node, 'oneOf', resolve)
    else break
  }
  for (const keyword of ['not', 'if', 'then', 'else', 'enum', 'const']) {
    if (!(keyword in node)) continue
    const { [keyword]: lost, ...rest } = node
    node = describe(rest, `${keyword}: ${short(lost)}`)
  }
  return node
}
