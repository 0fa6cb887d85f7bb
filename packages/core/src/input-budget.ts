import { ToolError } from './tool-error'

/** Limits of one input. A limit left out keeps its default. */
export interface InputBudget {
  /** Containers inside one another; the root container is 1. @default 64 */
  depth?: number
  /** Objects, arrays and leaves, counted each time they are reached. @default 20_000 */
  values?: number
  /** UTF-16 units of all keys and printed leaves. @default 1_000_000 */
  characters?: number
}

export type InputLimit = 'depth' | 'values' | 'characters' | 'cycle'

export type InputCheck =
  | { ok: true; value: unknown }
  | {
      ok: false
      code: 'INPUT_OVER_BUDGET' | 'INPUT_NOT_PLAIN_DATA'
      /** Which limit was passed; absent when the input is not plain data. */
      limit?: InputLimit
      message: string
    }

type Limits = Required<InputBudget>
type Refusal = Extract<InputCheck, { ok: false }>
type Container = Record<string, unknown> | unknown[]

interface Frame {
  source: Container
  copy: Container
  depth: number
  parent: Frame | undefined
}

const noBudget: InputBudget = {}
const defaults: Limits = { depth: 64, values: 20_000, characters: 1_000_000 }

/**
 * Checks that a value is plain data within a budget and copies it, in one walk without recursion.
 * Use only the copy: a getter or proxy can show the original differently later. Never throws for an input,
 * however hostile; throws a ToolError with code INVALID_DEFINITION for limits that are not whole positive numbers.
 */
export function checkInputBudget(value: unknown, budget: InputBudget = noBudget): InputCheck {
  const limits = budgetLimits(budget)
  try {
    return walk(value, limits, false) ?? walk(value, limits, true)!
  } catch {
    // Only a proxy can throw here: a trap that throws, or a revoked one.
    return notPlain('an object that cannot be read (a throwing or revoked proxy)')
  }
}

/** The limits in force. @throws ToolError INVALID_DEFINITION for a limit that is not a whole number of at least 1. */
export function budgetLimits(budget: InputBudget): Limits {
  if (budget === noBudget) return defaults
  const limits = { ...defaults }
  for (const name of ['depth', 'values', 'characters'] as const) {
    const limit = budget[name]
    if (limit === undefined) continue
    if (!Number.isSafeInteger(limit) || limit < 1)
      throw new ToolError(
        'INVALID_DEFINITION',
        `The input budget's ${name} must be a whole number of at least 1, not ${String(limit)}.`,
      )
    limits[name] = limit
  }
  return limits
}

const getDescriptor = Object.getOwnPropertyDescriptor
const getPrototype = Object.getPrototypeOf
const objectPrototype = Object.prototype

/**
 * One walk. Numbers count 24 characters each unless `exact`: printing them is dear, and an input whose upper
 * bound is within the limit needs no exact count. Undefined asks for the exact walk.
 */
function walk(root: unknown, limits: Limits, exact: boolean): InputCheck | undefined {
  let values = 1
  let characters = 0
  let result: unknown = root
  const stack: Frame[] = []

  if (typeof root === 'object' && root !== null) {
    const copy = emptyCopy(root)
    if (typeof copy === 'string') return notPlain(copy)
    result = copy
    stack.push({ source: root as Container, copy, depth: 1, parent: undefined })
  } else {
    const size = leafSize(root, exact)
    if (typeof size === 'string') return notPlain(size)
    characters = size
    if (characters > limits.characters) return exact ? over('characters', limits) : undefined
    if (root === 0) result = 0
  }

  for (let frame = stack.pop(); frame !== undefined; frame = stack.pop()) {
    for (let parent = frame.parent; parent !== undefined; parent = parent.parent)
      if (parent.source === frame.source) return over('cycle', limits)
    if (frame.depth > limits.depth) return over('depth', limits)
    const { source, copy } = frame
    const isArray = Array.isArray(source)
    const length = isArray ? (source as unknown[]).length : 0
    if (isArray && values + length > limits.values) return over('values', limits)
    const keys = Object.keys(source)
    if (values + keys.length > limits.values) return over('values', limits)
    const hidden = hiddenProblem(source, keys, isArray, length)
    if (hidden) return notPlain(hidden)

    for (let index = 0; index < keys.length; index++) {
      const key = keys[index]!
      const descriptor = getDescriptor(source, key)
      if (descriptor === undefined) return notPlain('an object whose keys change while it is read')
      if (!('value' in descriptor)) return notPlain('an accessor property (getter or setter)')
      if (isArray) {
        if (key !== String(index))
          return notPlain(index < length ? 'an array with holes' : 'an array with extra properties')
      } else {
        if (key === '__proto__') return notPlain('a property named __proto__')
        characters += key.length
      }
      values++
      if (values > limits.values) return over('values', limits)
      const value: unknown = descriptor.value
      let copied = value
      if (typeof value === 'object' && value !== null) {
        const child = emptyCopy(value)
        if (typeof child === 'string') return notPlain(child)
        copied = child
        stack.push({
          source: value as Container,
          copy: child,
          depth: frame.depth + 1,
          parent: frame,
        })
      } else if (value === undefined) {
        if (isArray) return notPlain('undefined inside an array')
        characters += 9
      } else {
        const size = leafSize(value, exact)
        if (typeof size === 'string') return notPlain(size)
        characters += size
        if (value === 0) copied = 0
      }
      if (characters > limits.characters) return exact ? over('characters', limits) : undefined
      if (value !== undefined) (copy as Record<string, unknown>)[key] = copied
    }
  }
  return { ok: true, value: result }
}

/** What is hidden from Object.keys: symbol keys, non-enumerable properties, holes. */
function hiddenProblem(
  source: Container,
  keys: string[],
  isArray: boolean,
  length: number,
): string | undefined {
  if (Object.getOwnPropertySymbols(source).length > 0) return 'a symbol key'
  if (isArray) {
    if (keys.length < length) return 'an array with holes'
    if (Object.getOwnPropertyNames(source).length !== length + 1)
      return 'an array with extra properties'
    return undefined
  }
  return Object.getOwnPropertyNames(source).length === keys.length
    ? undefined
    : 'a non-enumerable property'
}

/** An empty container of the same kind, or the name of what is not plain. */
function emptyCopy(value: object): Container | string {
  // An array of another realm, or of a subclass, is copied as a plain array.
  if (Array.isArray(value)) return []
  const prototype = getPrototype(value)
  if (prototype === objectPrototype) return {}
  if (prototype === null) return Object.create(null)
  if (isForeignPlain(prototype)) return {}
  return `an object that is neither a plain object nor an array${kindOf(prototype)}`
}

/** Object.prototype of another realm: it has no prototype and its constructor is called Object. */
function isForeignPlain(prototype: object): boolean {
  if (getPrototype(prototype) !== null) return false
  const maker = getDescriptor(prototype, 'constructor')?.value
  return (
    typeof maker === 'function' &&
    maker.prototype === prototype &&
    getDescriptor(maker, 'name')?.value === 'Object'
  )
}

function kindOf(prototype: object): string {
  const maker: unknown = getDescriptor(prototype, 'constructor')?.value
  if (typeof maker !== 'function') return ''
  const name: unknown = getDescriptor(maker, 'name')?.value
  return typeof name === 'string' && /^\w{1,40}$/.test(name) ? ` (${name})` : ''
}

/** Characters of a leaf as it prints, or the name of what is not plain. */
function leafSize(value: unknown, exact: boolean): number | string {
  switch (typeof value) {
    case 'string':
      return value.length
    case 'number':
      if (!Number.isFinite(value)) return 'a number that is not finite (NaN or Infinity)'
      return exact ? String(value).length : 24
    case 'boolean':
      return value ? 4 : 5
    case 'object':
      return 4
    case 'undefined':
      return 9
    default:
      return typeof value === 'bigint' ? 'a BigInt' : `a ${typeof value}`
  }
}

function notPlain(what: string): Refusal {
  return {
    ok: false,
    code: 'INPUT_NOT_PLAIN_DATA',
    message: `The input is not plain data: it holds ${what}.`,
  }
}

function over(limit: InputLimit, limits: Limits): Refusal {
  const messages: Record<InputLimit, string> = {
    depth: `The input nests deeper than ${limits.depth} levels.`,
    values: `The input holds more than ${limits.values} values.`,
    characters: `The input holds more than ${limits.characters} characters.`,
    cycle: 'The input contains itself.',
  }
  return { ok: false, code: 'INPUT_OVER_BUDGET', limit, message: messages[limit] }
}
