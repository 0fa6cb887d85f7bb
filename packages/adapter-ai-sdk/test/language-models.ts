import type { Message, ModelPart, Usage } from '@toolprism/harness'
import type { ScriptedTurn } from '@toolprism/harness/testing'
import { MockLanguageModelV4 } from 'ai/test'
import { MockLanguageModelV3 } from 'ai6/test'

/** The harness' script of a model, played by a real mock of the AI SDK: LanguageModelV3 or V4. */
export function languageModel(version: 3 | 4, script: readonly (ScriptedTurn | string)[]): any {
  let next = 0
  const Mock: any = version === 4 ? MockLanguageModelV4 : MockLanguageModelV3
  return new Mock({
    provider: 'acme',
    modelId: 'm1',
    doStream: async (options: { abortSignal?: AbortSignal }) => {
      const answer = script[Math.min(next++, script.length - 1)]!
      const turn = typeof answer === 'string' ? { text: answer } : answer
      if (turn.throws !== undefined) throw turn.throws
      return { stream: streamOf(turn, options.abortSignal) }
    },
  })
}

function streamOf(turn: ScriptedTurn, signal: AbortSignal | undefined): ReadableStream<unknown> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue({ type: 'stream-start', warnings: [] })
      for (const part of partsOf(turn)) controller.enqueue(part)
      if (turn.hangs === 'forever') return
      if (turn.hangs === 'until-abort') {
        signal?.addEventListener('abort', () => controller.error(signal.reason))
        return
      }
      if (turn.breaks !== undefined) return controller.error(turn.breaks)
      if (turn.error !== undefined) controller.enqueue({ type: 'error', error: turn.error })
      else if (!turn.cut) controller.enqueue(finishOf(turn))
      controller.close()
    },
  })
}

function* partsOf(turn: ScriptedTurn) {
  if (turn.reasoning) {
    yield { type: 'reasoning-start', id: 'r' }
    yield { type: 'reasoning-delta', id: 'r', delta: turn.reasoning }
    yield { type: 'reasoning-end', id: 'r', providerMetadata: { acme: { signature: 'S' } } }
  }
  if (turn.text) {
    yield { type: 'text-start', id: 't' }
    yield { type: 'text-delta', id: 't', delta: turn.text }
    yield { type: 'text-end', id: 't' }
  }
  for (const [index, call] of (turn.calls ?? []).entries()) {
    const input = typeof call.input === 'string' ? call.input : JSON.stringify(call.input ?? {})
    const id = call.id ?? `p${index}`
    yield { type: 'tool-input-start', id, toolName: call.name }
    yield { type: 'tool-input-delta', id, delta: input }
    yield { type: 'tool-input-end', id }
    yield { type: 'tool-call', toolCallId: id, toolName: call.name, input }
  }
}

function finishOf(turn: ScriptedTurn) {
  const unified = turn.finishReason ?? (turn.calls?.length ? 'tool-calls' : 'stop')
  return { type: 'finish', finishReason: { unified, raw: unified }, usage: usageOf(turn.usage) }
}

function usageOf(usage: Usage = {}) {
  const { input, cacheRead, cacheWrite, output, reasoning } = usage
  const total = input === undefined ? undefined : input + (cacheRead ?? 0) + (cacheWrite ?? 0)
  return {
    inputTokens: { total, noCache: input, cacheRead, cacheWrite },
    outputTokens: { total: output, text: undefined, reasoning },
  }
}

/** What is wrong with a prompt as a provider would judge it: unpaired calls, wrong order, repeated ids. */
export function promptFaults(prompt: any[]): string[] {
  const faults: string[] = []
  const used = new Set<string>()
  let open: string[] = []
  for (const [index, message] of prompt.entries()) {
    if (message.role === 'tool') {
      const ids = message.content.map((part: any) => part.toolCallId)
      if (JSON.stringify(ids) !== JSON.stringify(open))
        faults.push(`${index}: results ${ids} for calls ${open}`)
      open = []
      continue
    }
    if (open.length > 0) faults.push(`${index}: ${open} have no result`)
    open = []
    if (message.role !== 'assistant') continue
    open = message.content
      .filter((part: any) => part.type === 'tool-call')
      .map((part: any) => part.toolCallId)
    for (const id of open) {
      if (!id || used.has(id))
        faults.push(`${index}: id ${JSON.stringify(id)} is empty or repeated`)
      used.add(id)
    }
  }
  return faults
}

export type { Message, ModelPart }
