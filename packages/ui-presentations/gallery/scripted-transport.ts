import type { ChatDecision, ChatEvent, ChatTransport } from '@toolprism/ui-presentations/react'

const answer = `The budget is defined in \`packages/core/src/input-budget.ts\`. Its limits:

| limit | value |
| --- | --- |
| depth | 64 |
| values | 10,000 |
| characters | 1,000,000 |

1. Deep inputs are refused **before** the schema looks at them.
2. The refusal names the path, so that a model can repair it.

\`\`\`ts
const result = checkInputBudget(input, { depth: 64 })
\`\`\``

type Body = Record<string, unknown> & { type: string }

/** Plays one of two scripts: a search with two reads, or a deletion that asks. */
export function scriptedTransport(delay = 350): ChatTransport {
  const decisions = new Map<string, (decision: ChatDecision) => void>()
  const stops = new Map<string, () => void>()
  return {
    async *send({ message, runId }, { signal }) {
      let sequence = 0
      let stopped = false
      stops.set(runId, () => {
        stopped = true
        for (const answered of decisions.values()) answered({ allow: false })
      })
      const stamp = (body: Body) =>
        ({ runId, sequence: ++sequence, timestamp: Date.now(), ...body }) as unknown as ChatEvent // a script is trusted
      yield stamp({ type: 'run.started', input: message })
      const script = /delet|remov/i.test(message) ? deletion(runId, decisions) : search(runId)
      for await (const body of script) {
        if (signal.aborted) return
        if (stopped) break
        yield stamp(body)
        await new Promise((resolve) => setTimeout(resolve, body.type === 'text.delta' ? 12 : delay))
      }
      yield stamp({ type: 'run.ended', status: stopped ? 'aborted' : 'completed', text: '' })
    },
    async decide({ id, decision }) {
      decisions.get(id)?.(decision)
    },
    async stop({ runId }) {
      stops.get(runId)?.()
    },
  }
}

function call(runId: string, toolName: string, number: number) {
  const base = { callId: `${runId}-${number}`, toolName }
  return {
    started: (input: unknown): Body => ({ ...base, type: 'tool.started', input }),
    completed: (text: string): Body => ({
      ...base,
      type: 'tool.completed',
      duration: 180 + number * 40,
      result: { content: [{ type: 'text', text }] },
    }),
    event: (body: Body): Body => ({ ...base, ...body }),
  }
}

async function* say(messageId: string, text: string): AsyncGenerator<Body> {
  for (const word of text.match(/\S+\s*/g) ?? [])
    yield { type: 'text.delta', messageId, delta: word }
  yield { type: 'text.completed', messageId, text }
}

async function* search(runId: string): AsyncGenerator<Body> {
  yield* say('m1', 'I will look for it.')
  const find = call(runId, 'search_code', 1)
  yield find.started({ query: 'inputBudget', include: '**/*.ts' })
  yield find.completed(
    'packages/core/src/input-budget.ts:14: export const inputBudget\npackages/core/src/call-tool.ts:70: checkInputBudget(input)',
  )
  for (const [index, path] of [
    'packages/core/src/input-budget.ts',
    'packages/core/src/call-tool.ts',
  ].entries()) {
    const read = call(runId, 'read_file', index + 2)
    yield read.started({ path })
    yield read.completed(
      'export const inputBudget = {\n  depth: 64,\n  values: 10_000,\n  characters: 1_000_000,\n}',
    )
  }
  yield* say('m2', answer)
}

async function* deletion(
  runId: string,
  decisions: Map<string, (decision: ChatDecision) => void>,
): AsyncGenerator<Body> {
  const remove = call(runId, 'delete_file', 1)
  const permissionId = `${runId}-permission`
  const decided = new Promise<ChatDecision>((resolve) => decisions.set(permissionId, resolve))
  const input = { path: 'notes/old.md' }
  yield remove.event({
    type: 'permission.required',
    permissionId,
    input,
    destructive: true,
    reason: 'delete_file removes a file for good.',
  })
  const decision = await decided
  const allowed = 'allow' in decision && decision.allow
  yield remove.event({
    type: 'permission.resolved',
    permissionId,
    decision: allowed ? 'allow' : 'deny',
  })
  if (allowed) {
    yield remove.started(input)
    yield remove.completed('Deleted notes/old.md.')
    yield* say('m1', 'The old notes are gone.')
  } else {
    const result = { content: [{ type: 'text', text: 'Denied by the user.' }], isError: true }
    yield remove.event({ type: 'tool.failed', failure: 'denied', result })
    yield* say('m1', 'I left the file where it is.')
  }
}
