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
type Container = Record<string | number, unknown> | unknown[]

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
  const limits: Limits = { ...defaults }
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
const getKeys = Object.keys
const getNames = Object.getOwnPropertyNames
const getSymbols = Object.getOwnPropertySymbols
const getPrototype = Object.getPrototypeOf
const objectPrototype = Object.prototype
const lookupGetter = (objectPrototype as unknown as { __lookupGetter__(key: PropertyKey): unknown })
  .__lookupGetter__

/**
 * One walk. Numbers count 24 characters each unless `exact`: printing them is dear, and an input whose upper
 * bound is within the limit needs no exact count. Undefined asks for the exact walk.
 * One long function on purpose: it is the dearest part of a call, and its counters stay in registers.
 */
function walk(root: unknown, limits: Limits, exact: boolean): InputCheck | undefined {
  if (typeof root !== 'object' || root === null) return checkLeaf(root, limits)
  const rootCopy = emptyCopy(root)
  if (typeof rootCopy === 'string') return notPlain(rootCopy)
  let values = 1
  let characters = 0
  // Containers still to be read: source, empty copy and depth, one after the other. An object each would cost more.
  let pending: unknown[] | undefined
  // The containers around the one being read, by depth. What was pushed last is read first, so they stay true.
  let around: object[] | undefined
  let source: object = root
  let copy: Container = rootCopy
  let depth = 1
  for (;;) {
    if (around) {
      for (let level = 1; level < depth; level++)
        if (around[level] === source) return over('cycle', limits)
      around[depth] = source
    }
    if (depth > limits.depth) return over('depth', limits)
    const isArray = Array.isArray(copy)
    const names = isArray ? none : getNames(source)
    const size = isArray ? (source as unknown[]).length : names.length
    // Before anything in it is read; `not <=` so that a proxy's length that is no number is refused too.
    if (!(values + size <= limits.values)) return over('values', limits)
    values += size
    if (getSymbols(source).length > 0) return notPlain('a symbol key')
    if (isArray) {
      const problem = arrayProblem(source as unknown[], size)
      if (problem) return notPlain(problem)
    }
    for (let index = 0; index < size; index++) {
      let value: unknown
      let name = ''
      if (isArray) {
        // No getter is left that reading could call.
        value = (source as unknown[])[index]
      } else {
        name = names[index]!
        const descriptor = getDescriptor(source, name)
        // Only a data property has `writable`. A getter is never called.
        if (descriptor?.writable === undefined || !descriptor.enumerable || name === '__proto__')
          return notPlain(propertyProblem(descriptor))
        characters += name.length
        value = descriptor.value
      }
      if (typeof value === 'string') characters += value.length
      else if (typeof value === 'number') {
        if (!Number.isFinite(value)) return notPlain(notFinite)
        characters += exact ? String(value).length : 24
        // -0 becomes 0.
        if (value === 0) value = 0
      } else if (typeof value === 'object' && value !== null) {
        const child = emptyCopy(value)
        if (typeof child === 'string') return notPlain(child)
        if (pending === undefined) {
          // Most inputs are flat, and do without both lists.
          around = [root, root]
          pending = [value, child, depth + 1]
        } else pending.push(value, child, depth + 1)
        value = child
      } else {
        const length = otherLength(value)
        if (length < 0 || (isArray && value === undefined)) return notPlain(leafProblem(value))
        characters += length
      }
      if (characters > limits.characters) return exact ? over('characters', limits) : undefined
      if (isArray) (copy as unknown[]).push(value)
      else if (value !== undefined) (copy as Record<string, unknown>)[name] = value
    }
    if (pending === undefined || pending.length === 0) return { ok: true, value: rootCopy }
    depth = pending.pop() as number
    copy = pending.pop() as Container
    source = pending.pop() as object
  }
}

const none: string[] = []
const accessor = 'an accessor property (getter or setter)'
const notFinite = 'a number that is not finite (NaN or Infinity)'

function propertyProblem(descriptor: PropertyDescriptor | undefined): string {
  if (descriptor === undefined) return 'an object whose keys change while it is read'
  if (descriptor.writable === undefined) return accessor
  return descriptor.enumerable ? 'a property named __proto__' : 'a non-enumerable property'
}

function leafProblem(value: unknown): string {
  if (value === undefined) return 'undefined inside an array'
  return typeof value === 'bigint' ? 'a BigInt' : `a ${typeof value}`
}

/** Printed length of a boolean, null or undefined; negative for what is not plain. */
function otherLength(value: unknown): number {
  if (value === true || value === null) return 4
  if (value === false) return 5
  return value === undefined ? 9 : -1
}

/** What is wrong with an array as such: holes, properties beside its items, getters. What is hidden beside the items is not copied. */
function arrayProblem(source: unknown[], length: number): string | undefined {
  const names = getKeys(source)
  // Indices come first and in order: with the last one in its place there is no hole.
  if (length > 0 && names[length - 1] !== String(length - 1)) return 'an array with holes'
  if (names.length !== length) return 'an array with extra properties'
  for (let index = 0; index < length; index++)
    if (lookupGetter.call(source, index) !== undefined) return accessor
  return undefined
}

/** An input that is no container: only text can be too much. */
function checkLeaf(value: unknown, limits: Limits): InputCheck {
  if (typeof value === 'number' && !Number.isFinite(value)) return notPlain(notFinite)
  const length =
    typeof value === 'string' || typeof value === 'number'
      ? String(value).length
      : otherLength(value)
  if (length < 0) return notPlain(leafProblem(value))
  if (length > limits.characters) return over('characters', limits)
  return { ok: true, value: value === 0 ? 0 : value }
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
