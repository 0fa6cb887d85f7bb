/** Names TypeScript or its library gives a meaning; an alias of that name would not compile or would mislead. */
const RESERVED = new Set(
  'Any Array ArrayBuffer Boolean Blob Date Document Element Error Event File Function Infinity JSON Location Map NaN Never Node Null Number Object Option Partial Pick Promise Proxy Range Record Reflect RegExp Report Request Response Selection Set String Symbol Text Undefined Unknown Void'.split(
    ' ',
  ),
)

/** A type name from any text: Pascal case over letters and digits. */
export function pascalCase(text: string): string {
  const words =
    text.normalize('NFC').match(/[\p{Lu}]?[\p{Ll}\p{Lo}\p{Lt}\p{N}]+|\p{Lu}+(?!\p{Ll})/gu) ?? []
  const name = words
    .map((word) => word.replace(/[^A-Za-z0-9]/g, ''))
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
  return name
}

export interface Named {
  hint: { name: string }
  name: string | undefined
}

/** Gives each item a name: its own where that is free, otherwise one that its content decides. */
export function assignTypeNames<T extends Named>(
  items: readonly T[],
  prefix: string,
  taken: Iterable<string>,
  hashOf: (item: T) => string,
): void {
  const used = new Set(taken)
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const base = prefix + baseName(item.hint.name)
    const group = groups.get(base)
    if (group) group.push(item)
    else groups.set(base, [item])
  }
  for (const [base, group] of groups)
    if (group.length === 1 && !used.has(base)) {
      group[0]!.name = base
      groups.delete(base)
    }
  for (const item of items) if (item.name) used.add(item.name)
  for (const [base, group] of groups)
    for (const item of group) {
      let name = base
      for (let length = 3; name === base || used.has(name); length++)
        name = `${base}_${hashOf(item).slice(0, length)}`
      used.add(name)
      item.name = name
    }
}

function baseName(hint: string): string {
  const name = pascalCase(hint).slice(0, 40) || 'Shape'
  const legal = /^\d/.test(name) ? `T${name}` : name
  return RESERVED.has(legal) ? `${legal}_` : legal
}

/** 64 bits of FNV-1a as hex: names must not depend on the order of tools. */
export function hashText(text: string): string {
  let high = 0xcbf29ce4
  let low = 0x84222325
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    low = Math.imul(low ^ unit, 0x01000193) >>> 0
    high = Math.imul(high ^ unit ^ (low >>> 13), 0x01000193) >>> 0
  }
  return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0')
}
