import { checkInputBudget } from './input-budget'
import type { JsonSchema } from './json-schema'
import { parsePointer, valueAt } from './places'

// Every converter, validator and renderer recurses over a schema: deeper ones overflow somewhere.
const limits = { depth: 256, values: 500_000, characters: 20_000_000 }

/** Why a JSON Schema document cannot be used; undefined when it can. Never throws. */
export function documentProblem(schema: JsonSchema): string | undefined {
  const checked = checkInputBudget(schema, limits)
  // A schema may well describe a property of that name; it is only read here, never assigned.
  if (!checked.ok && !checked.message.includes('__proto__'))
    return checked.limit === 'cycle'
      ? 'the schema document contains itself; a recursive schema uses $ref'
      : `the schema document is too large or no plain data (${checked.message})`
  const dangling = danglingRef(schema)
  return dangling === undefined ? undefined : `its $ref ${JSON.stringify(dangling)} leads nowhere`
}

/** The first `#/…` reference without a target. Documents with ids inside have several roots: those are the validator's. */
function danglingRef(document: JsonSchema): string | undefined {
  const refs: string[] = []
  const stack: unknown[] = [document]
  for (let item = stack.pop(); item !== undefined; item = stack.pop()) {
    if (typeof item !== 'object' || item === null) continue
    const { $id, $ref } = item as { $id?: unknown; $ref?: unknown }
    if (typeof $id === 'string' && item !== document) return undefined
    if (typeof $ref === 'string' && $ref.startsWith('#/')) refs.push($ref)
    // Plain values, where `$ref` is a word like any other.
    for (const [key, child] of Object.entries(item))
      if (!['const', 'enum', 'default', 'examples', 'example'].includes(key)) stack.push(child)
  }
  return refs.find((ref) => valueAt(document, parsePointer(ref.slice(1))) === undefined)
}
