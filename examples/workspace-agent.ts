import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allowCommands, createWorkspaceAgent } from '@toolprism/harness/node'
import { scriptedModel } from '@toolprism/harness/testing'

const workspacePath = await mkdtemp(join(tmpdir(), 'workspace-agent-'))
await writeFile(join(workspacePath, 'server.js'), 'const port = 80\nexport { port }\n')

// Stands for a model: any `Model` works, such as one of '@toolprism/adapter-ai-sdk/model'.
const model = scriptedModel([
  { calls: [{ name: 'grep', input: { pattern: 'port = \\d+' } }] },
  { calls: [{ name: 'read_file', input: { path: 'server.js' } }] },
  {
    calls: [
      {
        name: 'edit_file',
        input: { path: 'server.js', oldString: 'port = 80\n', newString: 'port = 8080\n' },
      },
    ],
  },
  { calls: [{ name: 'run_test', input: { command: 'grep 8080 server.js' } }] },
  'The server listens on 8080 now.',
])

// #region agent
const agent = createWorkspaceAgent({
  workspacePath,
  model,
  tools: ['filesystem', 'search', 'terminal'],
  // Reading runs, writing asks. This one command runs too; every other one asks.
  permissions: { rules: allowCommands(['grep * server.js']) },
})

const run = agent.run('Let the server listen on port 8080.')
run.subscribe((event) => {
  if (event.type !== 'permission.required') return
  console.log(`May ${event.toolName} run with ${JSON.stringify(event.input)}?`)
  run.resolve(event.permissionId, { allow: true })
})
const { text, status } = await run.finished
// #endregion

console.log(text)
assert.equal(status, 'completed')
assert.equal(
  await readFile(join(workspacePath, 'server.js'), 'utf8'),
  'const port = 8080\nexport { port }\n',
)
await rm(workspacePath, { recursive: true })
