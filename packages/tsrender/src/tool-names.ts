import { compareCodePoints } from './order'
import { hashText } from './type-names'

/** What declarations and bindings agree on: the name a server knows, and how code reaches it. */
export interface ToolName {
  readonly original: string
  readonly js: string
  /** The member expression that follows the namespace: `.search` or `["a-b"]`. */
  readonly access: string
}

export interface ToolNameOptions {
  /** Names no member may have. @default then, toJSON, __proto__, constructor, prototype */
  reserved?: readonly string[] | undefined
  /** The names become global functions, so words with a meaning in the language are out too. */
  functions?: boolean | undefined
}

/** Members that the language calls by itself (`await tools`), or that reach the prototype. */
const UNSAFE = ['then', 'toJSON', '__proto__', 'constructor', 'prototype']

const WORDS = new Set(
  'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function globalThis if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof undefined var void while with yield'.split(
    ' ',
  ),
)

/** Letters that are letters in every engine's Unicode tables; others would be legal in some only. */
const NAME =
  /^(?!\d)[\w$\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0391-\u03a1\u03a3-\u03ff\u0410-\u044f\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fa5\uac00-\ud7a3]+$/

export const isName = (text: string) => NAME.test(text)

/**
 * A JavaScript name for each tool name, in the order given, the same whatever other tools there are: legal names stay,
 * others are cleaned, and all that would become equal carry a hash of their original name.
 */
export function stableToolNames(
  originals: readonly string[],
  options: ToolNameOptions = {},
): Map<string, string> {
  const reserved = new Set([...(options.reserved ?? UNSAFE)])
  const forbidden = (name: string) =>
    reserved.has(name) || (options.functions === true && WORDS.has(name))
  const names = new Map<string, string>()
  const taken = new Set<string>()
  const derived = new Map<string, string[]>()
  for (const original of new Set(originals)) {
    if (isName(original) && !forbidden(original)) {
      names.set(original, original)
      taken.add(original)
      continue
    }
    const name = clean(original)
    const base = forbidden(name) ? `${name}_` : name
    derived.set(base, [...(derived.get(base) ?? []), original])
  }
  // Exact names first, then by base: the result may not depend on the order of the tools.
  for (const base of [...derived.keys()].sort(compareCodePoints)) {
    const group = derived.get(base)!
    const free = group.length === 1 && !taken.has(base)
    for (const original of group.sort(compareCodePoints)) {
      let name = base
      for (let length = 4; !free && (name === base || taken.has(name)); length++)
        name = `${base}_${hashText(original).slice(0, length)}`
      names.set(original, name)
      taken.add(name)
    }
  }
  return names
}

/** A legal identifier from any text. */
export function clean(original: string): string {
  let name = ''
  let gap = false
  for (const character of original.normalize('NFC')) {
    const legal = isName(`_${character}`)
    if (legal || !gap) name += legal ? character : '_'
    gap = !legal
  }
  if (name === '') return 'tool'
  return /^\d/.test(name) ? `_${name}` : name
}

/** The name itself when a declaration can have it, otherwise one made from it. */
export function identifierOf(name: string): string {
  const legal = isName(name) ? name : clean(name)
  return WORDS.has(legal) ? `${legal}_` : legal
}

export function accessOf(js: string): string {
  return isName(js) ? `.${js}` : `[${JSON.stringify(js)}]`
}
