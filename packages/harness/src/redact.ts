import type { Redactor } from './agent-types'

export const REDACTED = '[redacted]'

/** Secrets taken out of texts and of data, the same way everywhere. */
export interface Redaction {
  text(text: string): string
  /** Copies only what changes. Keys stay. */
  data<T>(value: T): T
  /** For text that arrives in pieces: holds back what could be the beginning of a secret. */
  stream(): RedactStream
}

export interface RedactStream {
  push(delta: string): string
  /** What was held back, at the end. */
  flush(): string
}

/** Characters a streamed text is held back: a longer secret may show its beginning to a live reader. */
const holdBack = 256

/** @throws TypeError for a redactor of another kind. */
export function createRedaction(
  given: Redactor | readonly Redactor[] | undefined,
): Redaction | undefined {
  if (given === undefined) return undefined
  const list = (Array.isArray(given) ? given : [given]) as readonly Redactor[]
  if (list.length === 0) return undefined
  const rules = list.map(toRule)
  const text = (source: string) => rules.reduce((done, rule) => rule(done), source)
  return {
    text,
    data: (value) => redactData(value, text, 0) as typeof value,
    stream: () => redactStream(text),
  }
}

function toRule(redactor: Redactor): (text: string) => string {
  if (typeof redactor === 'string') {
    if (redactor === '') return (text) => text
    return (text) => (text.includes(redactor) ? text.replaceAll(redactor, REDACTED) : text)
  }
  if (redactor instanceof RegExp) {
    const flags = redactor.flags.replace('y', '')
    const pattern = new RegExp(redactor.source, flags.includes('g') ? flags : `${flags}g`)
    return (text) => text.replace(pattern, REDACTED)
  }
  if (typeof redactor === 'function') return guarded(redactor)
  throw new TypeError('a redactor must be a pattern, a string or a function')
}

/** A redactor that fails must not let the secret through. */
function guarded(redactor: (text: string) => string): (text: string) => string {
  return (text) => {
    try {
      const done: unknown = redactor(text)
      return typeof done === 'string' ? done : REDACTED
    } catch {
      return REDACTED
    }
  }
}

function redactData(value: unknown, text: (source: string) => string, depth: number): unknown {
  if (typeof value === 'string') return text(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth > 100) return REDACTED
  if (Array.isArray(value)) {
    let copy: unknown[] | undefined
    for (let index = 0; index < value.length; index++) {
      const item = redactData(value[index], text, depth + 1)
      if (item !== value[index]) {
        copy ??= value.slice()
        copy[index] = item
      }
    }
    return copy ?? value
  }
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return value
  let copy: Record<string, unknown> | undefined
  for (const key of Object.keys(value)) {
    const before = (value as Record<string, unknown>)[key]
    const after = redactData(before, text, depth + 1)
    if (after !== before) {
      copy ??= { ...value }
      copy[key] = after
    }
  }
  return copy ?? value
}

function redactStream(text: (source: string) => string): RedactStream {
  let held = ''
  return {
    push(delta) {
      held += delta
      if (held.length <= holdBack) return ''
      const cut = safeCut(held, held.length - holdBack, text)
      const out = text(held.slice(0, cut))
      held = held.slice(cut)
      return out
    },
    flush() {
      const out = text(held)
      held = ''
      return out
    },
  }
}

/** The last place at or before `cut` where cutting changes nothing of what is taken out. */
function safeCut(held: string, cut: number, text: (source: string) => string): number {
  const whole = text(held)
  if (whole === held) return cut
  for (let at = cut; at > 0; at--)
    if (text(held.slice(0, at)) + text(held.slice(at)) === whole) return at
  return 0
}
