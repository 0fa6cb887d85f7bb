import assert from 'node:assert/strict'
import { createInterface } from 'node:readline/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { defineTool, ToolError } from '@toolprism/core'
import { createAgent, deny } from '@toolprism/harness'
import { scriptedModel } from '@toolprism/harness/testing'
import { createToolCardStore } from '@toolprism/ui-presentations'
import { renderToolCard } from '@toolprism/ui-presentations/terminal'

// In a terminal the run takes its time, and you are asked; elsewhere it answers itself.
const { stdin, stdout } = process
const live = stdout.isTTY === true && stdin.isTTY === true
const beat = live ? 350 : 0

const suites = ['core', 'harness', 'composition', 'ui']
const tools = [
  defineTool({
    name: 'search_code',
    description: 'Finds text in the repository.',
    inputSchema: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
    annotations: { readOnlyHint: true },
    async execute() {
      await pause(beat * 2)
      return 'src/cache.ts:12: const ttl = 60\nsrc/cache.ts:31: expire(key, ttl)'
    },
  }),
  defineTool({
    name: 'run_tests',
    description: 'Runs the tests.',
    inputSchema: { type: 'object', properties: { suites: { type: 'array' } } },
    annotations: { readOnlyHint: true },
    presentation: { label: 'Tests', icon: 'flask-conical', tone: 'success', pending: 'Testing' },
    async execute(_, context) {
      for (const [index, suite] of suites.entries()) {
        context.progress({ progress: index, total: suites.length, message: `testing ${suite}` })
        await pause(beat * 2)
      }
      return { passed: 214, failed: 0, slowest: 'composition' }
    },
  }),
  defineTool({
    name: 'release_notes',
    description: 'Reads the release notes of a version.',
    inputSchema: { type: 'object', properties: { version: { type: 'string' } } },
    annotations: { readOnlyHint: true },
    async execute() {
      await pause(beat * 2)
      throw new ToolError('HTTP_503', 'The server is overloaded.', { retryable: true })
    },
  }),
  defineTool({
    name: 'delete_branch',
    description: 'Deletes a branch.',
    inputSchema: { type: 'object', properties: { branch: { type: 'string' } } },
    annotations: { destructiveHint: true },
    execute: ({ branch }) => `${branch} is deleted.`,
  }),
  defineTool({
    name: 'deploy',
    description: 'Deploys a version.',
    inputSchema: { type: 'object', properties: { to: { type: 'string' } } },
    presentation: { icon: '🚀' },
    execute: () => 'deployed',
  }),
]

// Stands for a model: any `Model` works, such as one of '@toolprism/adapter-ai-sdk/model'.
const model = scriptedModel([
  {
    calls: [
      { name: 'search_code', input: { query: 'ttl' } },
      { name: 'run_tests', input: { suites } },
    ],
  },
  { calls: [{ name: 'release_notes', input: { version: '2.1.0', token: 'not for the screen' } }] },
  { calls: [{ name: 'delete_branch', input: { branch: 'release/2.0', force: true } }] },
  { calls: [{ name: 'deploy', input: { to: 'production' } }] },
  'The tests pass and the old branch is gone; production is not mine to deploy.',
])
const agent = createAgent({
  model,
  tools,
  permissions: { rules: [deny({ tool: 'deploy', reason: 'only people deploy' })] },
})

const printed: string[] = []
const print = (text: string) => {
  printed.push(text)
  stdout.write(`${text}\n`)
}

// #region cards
const store = createToolCardStore({ presentations: agent.getToolPresentations() })
const options = { width: Math.min(stdout.columns || 80, 100), color: stdout.hasColors?.() ?? false }
let settled = 0 // cards that are printed for good
let moving = '' // those below them, drawn again with each event

function draw(): void {
  if (moving) stdout.write(`\u001b[${moving.split('\n').length}A\u001b[J`)
  const open = store.getViews().slice(settled)
  while (open[0] && /done|failed|denied|blocked/.test(open[0].status)) {
    settled++
    print(renderToolCard(open.shift()!, { ...options, open: true }))
  }
  moving = live ? open.map((view) => renderToolCard(view, options)).join('\n') : ''
  if (moving) stdout.write(`${moving}\n`)
}

const run = agent.run('Is 2.1.0 ready? Tidy up what is left of 2.0.')
for await (const event of run.events()) {
  store.dispatch(event)
  draw()
  if (event.type === 'permission.required')
    run.resolve(event.permissionId, { allow: await isAllowed() })
}
print(`\n${(await run.result).text}`)
// #endregion

async function isAllowed(): Promise<boolean> {
  if (!live) return true
  const terminal = createInterface({ input: stdin, output: stdout })
  const answer = await terminal.question('  Approve? [y/N] ')
  terminal.close()
  // The answer goes away with the question.
  moving += '\n'
  return /^y/i.test(answer)
}

if (!live) {
  const shown = stripVTControlCharacters(printed.join('\n'))
  assert.match(shown, /^✓ ⌕ Search code {2}ttl +Done · /m)
  assert.match(shown, /^✓ .* Tests {2}\S.* Done · /m)
  assert.match(shown, /^│ {3}"passed": 214/m)
  assert.match(shown, /^✗ .* Release notes {2}.* Failed · /m)
  assert.match(shown, /^│ HTTP_503\n│ The server is overloaded\.\n│ Trying again may help\./m)
  assert.doesNotMatch(shown, /not for the screen/)
  assert.match(shown, /release\/2\.0 is deleted\./)
  assert.match(shown, /^⊘ 🚀 Deploy {2}.* Denied$/m)
  for (const line of shown.split('\n')) assert.ok(line.length <= options.width, line)
}
