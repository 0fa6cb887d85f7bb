// Checked by `tsc`; nothing here runs.
import {
  type AgentHooks,
  type AgentTool,
  allow,
  createAgent,
  type Decision,
  type Message,
  type Model,
  type Run,
  type RunEvent,
  type RunResult,
  type RunStatusName,
  type Snapshot,
} from '@toolprism/harness'
import { createWorkspaceAgent, fileJournal, fileSessions } from '@toolprism/harness/node'
import { expectTypeOf } from 'vitest'

declare const model: Model
declare const tool: AgentTool
declare const snapshot: Snapshot

const agent = createAgent({ model, tools: [tool], hooks: {}, permissions: { onAsk: 'deny' } })
createAgent({ model, hooks: [{}, { beforeToolCall: () => ({ block: true, reason: 'no' }) }] })
createAgent({ model, permissions: { rules: [allow('read_*')] } })

// @ts-expect-error `onAsk` is one of three.
createAgent({ model, permissions: { onAsk: 'maybe' } })
// @ts-expect-error A limit is a number.
createAgent({ model, limits: { maxSteps: '5' } })
// @ts-expect-error A hook answers a decision, not a text.
createAgent({ model, hooks: { beforeToolCall: () => 'no' } })
// @ts-expect-error There is no such option.
createAgent({ model, maxSteps: 5 })
// @ts-expect-error A workspace agent has a folder.
createWorkspaceAgent({ model })

const run = agent.run('go', { journal: fileJournal('run.jsonl') })
expectTypeOf(run).toEqualTypeOf<Run>()
expectTypeOf(run.finished).toEqualTypeOf<Promise<RunResult>>()
expectTypeOf<RunResult['status']>().toEqualTypeOf<RunStatusName>()
expectTypeOf(run.transcript).toEqualTypeOf<readonly Message[]>()
expectTypeOf(agent.resume(snapshot, { id: { allow: false, reason: 'no' } })).toEqualTypeOf<Run>()
expectTypeOf(fileSessions('sessions').open('one').record(run)).toEqualTypeOf<Promise<RunResult>>()

export const decisions: Decision[] = [
  { allow: true, input: { a: 1 } },
  { allow: true, remember: 'input' },
  { answer: { action: 'decline' } },
  // @ts-expect-error An answer has an action.
  { answer: {} },
]

run.subscribe((event) => {
  expectTypeOf(event).toEqualTypeOf<RunEvent>()
  if (event.type === 'text.delta') expectTypeOf(event.delta).toEqualTypeOf<string>()
  if (event.type === 'permission.required') run.resolve(event.permissionId, { allow: true })
  // @ts-expect-error There is no event of this name.
  if (event.type === 'text.done') return
})

export const hooks: AgentHooks = {
  afterToolCall({ result, blocked, state }) {
    expectTypeOf(blocked).toEqualTypeOf<boolean>()
    return state === 'ok' ? { result } : undefined
  },
}
