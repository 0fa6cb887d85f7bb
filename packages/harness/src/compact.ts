import { isToolError } from '@toolprism/core'
import { addUsage } from './add-usage'
import type { ModelTurn } from './call-model'
import type { Journal } from './journal'
import type { Message, ToolMessage } from './message'
import { readModelStream } from './read-model-stream'
import { messageOf } from './run-hook'
import type { RunState } from './run-state'
import type { Usage } from './usage'
import { withSignal } from './with-signal'

const defaultKeepTurns = 3
/** A summary that saves less than this part is not worth its loss. */
const leastGain = 0.1

/**
 * Keeps what the model is shown within its window: first the results of old turns are cleared, then old turns are
 * summarised, and only whole turns are ever cut. One compaction for one overflow; when it gains too little the run
 * fails and says so. Answers how the step ended when it did.
 */
export async function makeRoom(
  state: RunState,
  journal: Journal,
  why: 'ahead' | 'overflow',
): Promise<ModelTurn | undefined> {
  const context = state.config.options.context ?? {}
  const room = roomOf(state) ?? 0
  const before = state.size.measure(state)
  // The provider counts differently than we do: below what just overflowed is all that is known.
  const target = why === 'overflow' ? Math.min(room || before, Math.floor(before / 2)) : room
  state.emit({ type: 'compaction.started', tokensBefore: before })
  const keepTurns = context.keepTurns ?? defaultKeepTurns
  const cleared = clearOldResults(state, keepTurns)
  let after = state.size.measure(state)
  let method: 'cleared-results' | 'summary' | 'custom' | 'none' =
    cleared > 0 ? 'cleared-results' : 'none'
  let compacted = cleared
  if (after > target && context.summarize !== false) {
    const summarised = await summarise(state, journal, keepTurns)
    if (summarised === 'aborted') return { kind: 'aborted', parts: [] }
    if (summarised > 0) {
      compacted = summarised
      method = context.summarize ? 'custom' : 'summary'
      after = state.size.measure(state)
    }
  }
  state.emit({
    type: 'compaction.completed',
    tokensBefore: before,
    tokensAfter: after,
    method,
    messagesCompacted: compacted,
  })
  const enough = why === 'ahead' ? after <= room : after <= before * (1 - leastGain)
  if (enough) return undefined
  return {
    kind: 'overflow',
    error: {
      code: 'CONTEXT_OVERFLOW',
      message: `the conversation has about ${after} tokens after compaction, and the model takes ${room || 'fewer'}`,
      retryable: false,
      hint: 'Lower limits.maxResultCharacters, start with a shorter history, or use a model with a larger window.',
    },
  }
}

/** Tokens the model is to be shown at most, when that is known. */
function roomOf(state: RunState): number | undefined {
  const { window = state.contextWindow, reserve } = state.config.options.context ?? {}
  return window === undefined ? undefined : window - (reserve ?? Math.floor(window / 8))
}

/** Whether the next call would not fit. */
export function isFull(state: RunState): boolean {
  const room = roomOf(state)
  return room !== undefined && state.size.measure(state) > room
}

/** Indexes where a turn begins: at every message that is not the results of the one before. */
function turnStarts(view: readonly Message[]): number[] {
  const starts: number[] = []
  view.forEach((message, index) => {
    if (message.role === 'assistant') starts.push(index)
  })
  return starts
}

/** Where the last `keepTurns` turns begin. */
function keepFrom(view: readonly Message[], keepTurns: number): number {
  const starts = turnStarts(view)
  return starts[Math.max(0, starts.length - keepTurns)] ?? view.length
}

function clearOldResults(state: RunState, keepTurns: number): number {
  const { view } = state
  const end = keepFrom(view, keepTurns)
  let cleared = 0
  for (let index = 0; index < end; index++) {
    const message = view[index]!
    if (message.role !== 'tool') continue
    const short = clearedMessage(state, message)
    if (short === message) continue
    view[index] = short
    cleared++
  }
  if (cleared > 0) state.size.reset()
  return cleared
}

const worthClearing = 200

function clearedMessage(state: RunState, message: ToolMessage): ToolMessage {
  let changed = false
  const content = message.content.map((part) => {
    if (state.config.registry.get(part.toolName)?.keep) return part
    const size = part.content.reduce((sum, block) => sum + blockSize(block), 0)
    if (size < worthClearing) return part
    changed = true
    const text = `[This old result of ${size} characters was cleared to save room. Call ${part.toolName} again if it is needed.]`
    return { ...part, content: [{ type: 'text' as const, text }] }
  })
  return changed ? { ...message, content } : message
}

/** @returns how many messages were replaced by a summary. */
async function summarise(
  state: RunState,
  journal: Journal,
  keepTurns: number,
): Promise<number | 'aborted'> {
  const { view } = state
  const first = view[0]?.role === 'system' ? 1 : 0
  const end = keepFrom(view, keepTurns)
  if (end - first < 2) return 0
  const old = view.slice(first, end)
  const input = { messages: old }
  let ran = false
  const output = await journal.run<typeof input, SummaryOutput>(
    { id: `${state.step}.compact`, kind: 'compact', input },
    async () => {
      ran = true
      state.live = true
      return writeSummary(state, old)
    },
  )
  state.live = ran
  if (output.usage) {
    state.usage = addUsage(state.usage, output.usage)
    state.emit({ type: 'usage.recorded', attempt: 1, usage: output.usage, total: state.usage })
  }
  if (state.cancellation.aborted) return 'aborted'
  if (output.text === undefined) {
    state.warn('SUMMARY_FAILED', `the conversation could not be summarised: ${output.problem}`)
    return 0
  }
  const content = `Summary of the conversation so far:\n\n${output.text}${keptBodies(state, old)}`
  view.splice(first, end - first, { role: 'user', content, origin: 'summary' })
  state.size.reset()
  return end - first
}

interface SummaryOutput {
  text?: string
  usage?: Usage
  problem?: string
}

const instructions =
  'Summarise the conversation for the assistant that goes on with it: what the user wants, what was found out, what was done to which files or systems, what failed, and what is left to do. Keep names, paths, ids and numbers exact. Answer with the summary alone.'

async function writeSummary(state: RunState, old: readonly Message[]): Promise<SummaryOutput> {
  const { options, clock, limits, redaction } = state.config
  try {
    const custom = options.context?.summarize
    if (custom) return { text: String(await custom(old, state.cancellation.signal)) }
    const model = await state.config.getModel()
    const outcome = await readModelStream(
      model,
      (signal) =>
        withSignal(
          {
            messages: [
              { role: 'system', content: instructions },
              { role: 'user', content: transcriptText(old) },
            ],
            tools: [],
            toolChoice: 'none',
            runId: state.runId,
            step: state.step,
            attempt: 1,
          },
          signal,
        ),
      {
        clock,
        cancellation: state.cancellation,
        timers: state.timers,
        idleTimeoutMs: limits.modelIdleTimeoutMs,
        live: undefined,
      },
    )
    const text = outcome.parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
    if (outcome.kind === 'answer' && text.trim() !== '')
      return { text: redaction ? redaction.text(text) : text, usage: outcome.usage }
    const problem =
      outcome.kind === 'failure' ? outcome.failure.message : 'the model answered nothing'
    return { problem, usage: outcome.usage }
  } catch (error) {
    return { problem: isToolError(error) ? error.code : messageOf(error) }
  }
}

const clip = 2000

function transcriptText(messages: readonly Message[]): string {
  const short = (text: string) =>
    text.length > clip ? `${text.slice(0, clip)} [… ${text.length - clip} more characters]` : text
  return messages
    .map((message) => {
      if (message.role === 'user' || message.role === 'system')
        return `${message.role}: ${short(typeof message.content === 'string' ? message.content : JSON.stringify(message.content))}`
      if (message.role === 'tool')
        return message.content
          .map(
            (part) =>
              `result of ${part.toolName} (${part.state}): ${short(blocksText(part.content))}`,
          )
          .join('\n')
      return message.content
        .map((part) =>
          part.type === 'tool-call'
            ? `assistant calls ${part.toolName} ${short(JSON.stringify(part.input))}`
            : `assistant: ${short(part.text)}`,
        )
        .join('\n')
    })
    .join('\n')
}

/** What must outlive a summary word for word: the bodies of loaded skills. */
function keptBodies(state: RunState, old: readonly Message[]): string {
  let kept = ''
  for (const message of old) {
    if (message.role !== 'tool') continue
    for (const part of message.content)
      if (part.state === 'ok' && state.config.registry.get(part.toolName)?.keep)
        kept += `\n\n${blocksText(part.content)}`
  }
  return kept
}

function blocksText(content: ToolMessage['content'][number]['content']): string {
  return content.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`)).join('\n')
}

/** Characters a block stands for; media counts as what a provider charges for a picture, roughly. */
export function blockSize(block: ToolMessage['content'][number]['content'][number]): number {
  if (block.type === 'text') return block.text.length
  if (block.type === 'resource') return block.resource.text?.length ?? 4000
  return block.type === 'resource_link' ? 200 : 4000
}
