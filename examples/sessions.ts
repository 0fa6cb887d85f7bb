import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type AgentTool, createAgent } from '@toolprism/harness'
import { fileSessions } from '@toolprism/harness/node'
import { scriptedModel } from '@toolprism/harness/testing'

// A process is killed in the middle of its second call; this one, which started it, goes on from what was said.
const [role, folder = mkdtempSync(join(tmpdir(), 'sessions-'))] = process.argv.slice(2)

const measure: AgentTool = {
  name: 'measure',
  description: 'Measures a place.',
  inputSchema: { type: 'object', properties: { place: { type: 'string' } } },
  annotations: { readOnlyHint: true },
  execute({ place }) {
    if (place === 'cellar') process.kill(process.pid, 'SIGKILL')
    return '21 °C'
  },
}
const script = ['attic', 'cellar'].map((place) => ({
  calls: [{ name: 'measure', input: { place } }],
}))
const model = scriptedModel(role === 'killed' ? script : ['The attic has 21 °C.'])
const agent = createAgent({ model, tools: [measure] })

// #region sessions
const session = fileSessions(folder, { events: true }).open('house')
// A question that waited for a person when the process ended is still open.
const run = session.paused
  ? agent.resume(session.paused)
  : agent.run('How warm is it?', { history: session.messages })
const { text } = await session.record(run)
// #endregion

if (role === undefined) {
  assert.equal(text, 'The attic has 21 °C.')
  const file = fileURLToPath(import.meta.url)
  const other = mkdtempSync(join(tmpdir(), 'sessions-'))
  try {
    const killed = spawnSync(process.execPath, [...process.execArgv, file, 'killed', other], {
      encoding: 'utf8',
      timeout: 60_000,
    })
    assert.equal(killed.signal, 'SIGKILL', killed.stderr)
    const left = fileSessions(other).open('house')
    assert.deepEqual(
      left.messages.map(({ role }) => role),
      ['user', 'assistant', 'tool'],
    )
    const next = await left.record(agent.run('And now?', { history: left.messages }))
    assert.equal(next.status, 'completed')
    console.log(`${left.messages.length} messages, ${next.steps} step after the restart`)
  } finally {
    for (const path of [other, folder]) rmSync(path, { recursive: true, force: true })
  }
}
