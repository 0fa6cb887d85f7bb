import { readFileSync } from 'node:fs'
import type { Snapshot } from '@toolprism/harness'
import { createWorkspaceAgent } from '@toolprism/harness/node'
import { scriptedModel } from '@toolprism/harness/testing'

/** Another process: says yes to everything the snapshot in a file asks, and tells how the run ended. */
const [workspacePath = '', file = ''] = process.argv.slice(2)
const snapshot = JSON.parse(readFileSync(file, 'utf8')) as Snapshot
const agent = createWorkspaceAgent({
  workspacePath,
  model: scriptedModel(['done']),
  tools: ['filesystem'],
  skills: [],
})
const decisions = Object.fromEntries(
  snapshot.pending.map((question) => [question.id, { allow: true } as const]),
)
const { status, transcript } = await agent.resume(snapshot, decisions).finished
process.stdout.write(JSON.stringify({ status, last: transcript.at(-2) }))
