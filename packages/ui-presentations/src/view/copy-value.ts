/** Characters and values a copy may still hold; below zero, something was left out. */
export interface CopyBudget {
  left: number
}

/**
 * A plain JSON copy of foreign data, as much of it as the budget holds. Total: cycles, depth, bigints and getters
 * that throw become words. `replace` sees each value with its name before it is copied.
 */
export function copyValue(
  value: unknown,
  budget: CopyBudget,
  replace = (item: unknown, _name: string): unknown => item,
): unknown {
  const open = new Set<object>()
  const visit = (given: unknown, name: string): unknown => {
    const item = replace(given, name)
    budget.left -= 1
    if (typeof item === 'string') {
      const kept = item.slice(0, Math.max(0, budget.left))
      budget.left -= item.length
      return kept
    }
    if (item === null || typeof item === 'boolean' || Number.isFinite(item)) return item
    if (typeof item !== 'object') return typeof item === 'function' ? '[function]' : String(item)
    if (item instanceof Date) return Number.isNaN(item.getTime()) ? '[date]' : item.toISOString()
    if (open.has(item)) return '[circular]'
    if (open.size > 64) return '[too deep]'
    open.add(item)
    const copy = Array.isArray(item) ? copyList(item) : copyObject(item)
    open.delete(item)
    return copy
  }
  const copyList = (list: unknown[]) => {
    const copy: unknown[] = []
    for (let index = 0; index < list.length && budget.left >= 0; index++)
      copy.push(visit(read(list, index), ''))
    return copy
  }
  const copyObject = (object: object) => {
    const entries: [string, unknown][] = []
    for (const name of Object.keys(object)) {
      if (budget.left < 0) break
      const item = read(object, name)
      budget.left -= name.length
      if (item !== undefined) entries.push([name, visit(item, name)])
    }
    // Not by assignment: a name may be `__proto__`.
    return Object.fromEntries(entries)
  }
  return visit(value, '')
}

function read(object: object, name: string | number): unknown {
  try {
    return (object as Record<string | number, unknown>)[name]
  } catch {
    return '[unreadable]'
  }
}
