import type { RepeatLimits } from './agent-types'

export type RepeatVerdict = 'run' | 'notice' | 'stop'

/**
 * Tells a model that goes in circles. It looks at a window of calls with their results, so repeats that succeed and
 * A, B, A, B are seen too. Calls that change something new clear the window: running the tests again after each
 * edit is work, not a circle.
 */
export interface RepeatBreaker {
  /** Before a call runs. `call` is the hash of name and arguments. */
  judge(call: string): RepeatVerdict
  /** After it, with the hash of its result; without one, as if the last result had come again. `changed`: it may have changed something. */
  record(call: string, result: string | undefined, changed: boolean): void
  /** The window, for a snapshot. */
  entries(): string[]
}

/** Equal calls whose results differ are looked at too, but from far. */
const varyingFactor = 4

export function createRepeatBreaker(
  limits: RepeatLimits | false | undefined,
  before: readonly string[] = [],
): RepeatBreaker {
  if (limits === false) return { judge: () => 'run', record: () => {}, entries: () => [] }
  const { warn = 3, stop = 5, window = 20 } = limits ?? {}
  const entries: Entry[] = before.map(readEntry)
  const size = Math.max(window, stop * varyingFactor)

  const counts = (call: string) => {
    let equal = 0
    let same = 0
    let latest: string | undefined
    for (let index = entries.length - 1; index >= 0; index--) {
      const entry = entries[index]!
      if (entry.call !== call) continue
      equal++
      latest ??= entry.result
      if (entry.result === latest && index >= entries.length - window) same++
    }
    return { equal, same }
  }
  return {
    judge(call) {
      const { equal, same } = counts(call)
      if (same + 1 >= stop || equal + 1 >= stop * varyingFactor) return 'stop'
      if (same + 1 >= warn || equal + 1 >= warn * varyingFactor) return 'notice'
      return 'run'
    },
    record(call, result, changed) {
      const latest = entries.findLast((entry) => entry.call === call)
      if (changed && !latest) entries.length = 0
      entries.push({ call, result: result ?? latest?.result ?? '' })
      if (entries.length > size) entries.shift()
    },
    entries: () => entries.map(({ call, result }) => `${call}\n${result}`),
  }
}

interface Entry {
  call: string
  result: string
}

/** A call's key is a name and JSON, so the first line break is ours; a model's name with one in it is forgotten, no more. */
function readEntry(text: string): Entry {
  const cut = text.indexOf('\n')
  return { call: text.slice(0, cut), result: text.slice(cut + 1) }
}
