import type {
  AgentTool,
  CallState,
  Message,
  Run,
  RunEvent,
  RunResult,
  ToolContext,
  ToolResultPart,
} from '@toolprism/harness'
import { checkTranscript } from '@toolprism/harness/testing'
import { expect } from 'vitest'

interface ToolSpec extends Partial<AgentTool> {
  name: string
}

/** A tool that asks nobody, unless told otherwise. */
export function tool(spec: ToolSpec): AgentTool {
  return {
    description: `Does ${spec.name}.`,
    inputSchema: { type: 'object' },
    annotations: { readOnlyHint: true },
    execute: () => 'ok',
    ...spec,
  }
}

/** A tool that counts its runs and keeps their inputs. */
export function counting(spec: ToolSpec): AgentTool & { inputs: unknown[] } {
  const inputs: unknown[] = []
  const inner = tool(spec)
  return {
    ...inner,
    inputs,
    execute(input, context) {
      inputs.push(input)
      return inner.execute(input, context)
    },
  }
}

export function events(run: Run): RunEvent[] {
  const seen: RunEvent[] = []
  run.subscribe((event) => seen.push(event))
  return seen
}

export function ofType<Type extends RunEvent['type']>(
  seen: readonly RunEvent[],
  type: Type,
): Extract<RunEvent, { type: Type }>[] {
  return seen.filter((event) => event.type === type) as Extract<RunEvent, { type: Type }>[]
}

/** All results of a transcript, in order. */
export function results(transcript: readonly Message[]): ToolResultPart[] {
  return transcript.flatMap((message) => (message.role === 'tool' ? message.content : []))
}

export function states(transcript: readonly Message[]): CallState[] {
  return results(transcript).map((part) => part.state)
}

export function textOf(part: ToolResultPart | undefined): string {
  return (part?.content ?? [])
    .map((block) => (block.type === 'text' ? block.text : `[${block.type}]`))
    .join('\n')
}

export function texts(transcript: readonly Message[]): string[] {
  return results(transcript).map(textOf)
}

/** The end of a run whose transcript is whole. */
export async function ended(run: Run): Promise<RunResult> {
  const result = await run.finished
  expect(checkTranscript(result.transcript)).toEqual([])
  return result
}

/** A promise settled from outside. */
export function gate<Value = void>() {
  let open!: (value: Value) => void
  let fail!: (error: unknown) => void
  const promise = new Promise<Value>((resolve, reject) => {
    open = resolve
    fail = reject
  })
  return { promise, open, fail }
}

/** Resolves when the signal aborts: what a tool that heeds its signal does. */
export function untilAborted(context: ToolContext): Promise<never> {
  return new Promise((_, reject) => {
    context.signal.addEventListener('abort', () => reject(context.signal.reason))
  })
}
