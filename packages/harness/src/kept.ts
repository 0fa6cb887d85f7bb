import type { ToolStepOutput } from './execute-call'
import type { Json } from './json'
import type { CallRecord } from './run-state'

/** Entries of one run; the one set longest ago gives way. */
const maxEntries = 2000
/** Of one key, and of one value as JSON. */
const maxCharacters = 2000

/** What tools keep with a run. Small on purpose: all of it is in every snapshot. */
export type Kept = Map<string, Json>

/**
 * Sets an entry; null takes it out. What is refused changes nothing.
 * @throws RangeError for a key or a value that is too long, TypeError for a value that is no JSON.
 */
export function setKept(kept: Kept, key: string, value: Json): void {
  const text: string | undefined = JSON.stringify(value)
  if (text === undefined) throw new TypeError(`what is kept as "${key.slice(0, 80)}" must be JSON`)
  if (key.length > maxCharacters || text.length > maxCharacters)
    throw new RangeError(
      `what is kept as "${key.slice(0, 80)}" is too long: a key and a value take ${maxCharacters} characters each`,
    )
  if (value === null) kept.delete(key)
  else noteKept(kept, key, value)
}

/** Notes the last that was said of a key, a null as well: what one call says is played again later. */
export function noteKept(kept: Kept, key: string, value: Json): void {
  kept.delete(key)
  kept.set(key, value)
  if (kept.size > maxEntries) kept.delete(kept.keys().next().value!)
}

/** A step's output with what its call kept. */
export function withKept(call: CallRecord, output: ToolStepOutput): ToolStepOutput {
  if (call.kept) output.kept = [...call.kept]
  return output
}
