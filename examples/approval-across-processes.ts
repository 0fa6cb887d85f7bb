import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type AgentTool, createAgent, type Snapshot } from '@toolprism/harness'
import { scriptedModel } from '@toolprism/harness/testing'

// Three processes: one asks and ends, one answers and does the work, and this one starts both and checks.
const [role, folder = ''] = process.argv.slice(2)

const deploy: AgentTool = {
  name: 'deploy',
  description: 'Deploys a version.',
  inputSchema: { type: 'object', properties: { version: { type: 'string' } } },
  execute({ version }) {
    appendFileSync(join(folder, 'deployed.txt'), `${version} by ${process.pid}\n`)
    return `${version} is live`
  },
}

if (role === 'ask') {
  const model = scriptedModel([{ calls: [{ name: 'deploy', input: { version: '1.2.0' } }] }])
  // #region ask
  const agent = createAgent({ model, tools: [deploy] })
  const { status, snapshot } = await agent.run('Deploy 1.2.0.').result
  // The question is plain JSON now: a database row, a queue, a file.
  if (status === 'paused') writeFileSync(join(folder, 'run.json'), JSON.stringify(snapshot))
  // #endregion
  process.exit(0)
}

if (role === 'answer') {
  const model = scriptedModel(['1.2.0 is live.'])
  // #region answer
  const agent = createAgent({ model, tools: [deploy] })
  const snapshot: Snapshot = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8'))
  const decisions = Object.fromEntries(
    snapshot.pending.map((question) => [question.id, { allow: true } as const]),
  )
  const { text } = await agent.resume(snapshot, decisions).finished
  // #endregion
  process.stdout.write(text)
  process.exit(0)
}

const shared = mkdtempSync(join(tmpdir(), 'approval-'))
const start = (part: string) =>
  spawnSync(process.execPath, [...process.execArgv, fileURLToPath(import.meta.url), part, shared], {
    encoding: 'utf8',
    timeout: 60_000,
  })
try {
  const asked = start('ask')
  assert.equal(asked.status, 0, asked.stderr)
  const answered = start('answer')
  assert.equal(answered.status, 0, answered.stderr)
  assert.equal(answered.stdout, '1.2.0 is live.')
  const deployed = readFileSync(join(shared, 'deployed.txt'), 'utf8').trim().split('\n')
  assert.equal(deployed.length, 1, 'the tool runs once')
  console.log(`deployed once, in the process that got the answer: ${deployed[0]}`)
} finally {
  rmSync(shared, { recursive: true, force: true })
}
