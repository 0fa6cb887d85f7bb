import type { RunResult } from '@toolprism/harness'
import type { Effect } from './agent'

export interface EffectCount {
  calls: number
  /** Calls the transcript says were done, and that nobody did. */
  lost: number
  /** Done again, with the same key and the same arguments: what at-least-once means. */
  doubledSameKey: number
  /** Done again in any other way. */
  doubledOtherwise: number
}

/** Holds what tools did to the world against what the runs say. */
export function countEffects(
  results: readonly RunResult[],
  effects: readonly Effect[],
): EffectCount {
  const done = new Map<string, Effect[]>()
  for (const effect of effects) {
    const key = `${effect.runId} ${effect.tool} ${effect.nonce}`
    done.set(key, [...(done.get(key) ?? []), effect])
  }
  const count: EffectCount = { calls: 0, lost: 0, doubledSameKey: 0, doubledOtherwise: 0 }
  const said = new Set<string>()
  for (const result of results)
    for (const message of result.transcript) {
      if (message.role !== 'assistant') continue
      for (const part of message.content) {
        if (part.type !== 'tool-call') continue
        count.calls++
        const key = `${result.runId} ${part.toolName} ${String(part.input['nonce'])}`
        said.add(key)
        if (!done.has(key)) count.lost++
      }
    }
  for (const [key, all] of done) {
    const keys = new Set(all.map((effect) => effect.key))
    // Done with arguments no run knows of, or with two keys: a second, different call.
    if (!said.has(key) || keys.size > 1) count.doubledOtherwise += all.length
    else count.doubledSameKey += all.length - 1
  }
  const owners = new Map<string, string>()
  for (const { key, nonce } of effects) {
    const owner = owners.get(key)
    if (owner !== undefined && owner !== nonce) count.doubledOtherwise++
    owners.set(key, nonce)
  }
  return count
}
