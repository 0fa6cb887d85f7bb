import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Conformance, ConformanceSuite } from '../lib/suite.mjs'
import { buildDemo, bundle, folder, house, inTurn, startServer } from '../mcp/run-suite'
import type { SoakFacts } from '../mcp/soak-server'

const inspector = join(
  folder,
  'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
)

const view = { type: 'view', title: 'Hello', body: [{ type: 'text', text: 'It works.' }] }

/** A good input for every tool of the demo; a tool without one fails the suite. */
const inputs: Record<string, Record<string, unknown>> = {
  composition_authoring_guide: {},
  composition_describe_primitives: { types: ['text'] },
  composition_render: { composition: view, format: 'png' },
  composition_validate: { composition: view },
  git_diff: {},
  git_log: { count: 2 },
  git_status: {},
  glob: { pattern: '*.md' },
  grep: { pattern: 'callTool', path: 'packages/core', limit: 5 },
  inspect: { paths: ['README.md'] },
  list_directory: { path: '.' },
  read_file: { path: 'README.md' },
  research: { query: 'input budget' },
}

/** The demo's tools on this repository, listed and called by the SDK's client and by the Inspector. */
export default {
  name: 'inspector',
  async run(conformance) {
    const server = [buildDemo(), '--workspace', house]
    const http = await startServer(process.execPath, [
      ...server,
      '--port',
      '0',
      '--model',
      'planner',
    ])
    try {
      const url = new URL(http.url)
      await runClient(conformance, 'SDK client, HTTP', new StreamableHTTPClientTransport(url))
      const stdio = { command: process.execPath, args: [...server, '--stdio'], cwd: house }
      const names = await runClient(
        conformance,
        'SDK client, stdio',
        new StdioClientTransport(stdio),
      )
      await runInspector(conformance, 'Inspector, HTTP', [http.url], names)
      const command = [process.execPath, ...stdio.args]
      await runInspector(conformance, 'Inspector, stdio', command, names)
    } finally {
      http.stop()
    }
    for (const sdk of ['v1', 'v2']) await soak(conformance, sdk)
  },
} satisfies ConformanceSuite

async function runClient(
  conformance: Conformance,
  group: string,
  transport: Parameters<Client['connect']>[0],
): Promise<string[]> {
  const client = new Client({ name: 'conformance', version: '1.0.0' })
  await client.connect(transport)
  try {
    const { tools } = await client.listTools()
    for (const { name } of tools) {
      const input = inputs[name]
      const answer = input && (await client.callTool({ name, arguments: input }))
      if (answer && !answer.isError) conformance.pass(group)
      else
        conformance.fail(
          group,
          name,
          input ? JSON.stringify(answer?.content) : 'no input is given here',
        )
    }
    return tools.map(({ name }) => name)
  } finally {
    await client.close()
  }
}

/** `--strict` exits with 6 on a schema that some client refuses. */
async function runInspector(
  conformance: Conformance,
  group: string,
  target: string[],
  names: string[],
): Promise<void> {
  const list = await inspect([...target, '--method', 'tools/list', '--strict'])
  if (list.code === 0) conformance.pass(group)
  else conformance.fail(group, 'tools/list --strict', list.output)
  await inTurn(names, 4, async (name) => {
    const pairs = Object.entries(inputs[name] ?? {}).map(
      ([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
    )
    const parameters = pairs.length > 0 ? ['--tool-arg', ...pairs] : []
    const call = ['--method', 'tools/call', '--tool-name', name, ...parameters]
    const { code, output } = await inspect([...target, ...call])
    if (code === 0) conformance.pass(group)
    else conformance.fail(group, name, output)
  })
}

/** `--load` three times: what is alive after the last is what was alive after the first. */
async function soak(conformance: Conformance, sdk: string): Promise<void> {
  const group = `Inspector --load, SDK ${sdk}`
  const server = await startServer(
    process.execPath,
    ['--expose-gc', bundle('mcp/soak-server.ts'), sdk],
    {},
  )
  const check = (id: string, holds: boolean, why: string) =>
    holds ? conformance.pass(group) : conformance.fail(group, id, why)
  const facts = () =>
    new Promise<SoakFacts>((resolve) => {
      server.child.once('message', (message) => resolve(message as SoakFacts))
      server.child.send('facts')
    })
  // Sessions are idle after a second; how long the last one takes to go is nobody's promise.
  const settled = async () => {
    for (let tries = 0; ; tries++) {
      const now = await facts()
      if (now.sessions === 0 || tries === 100) return now
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  try {
    const seen: SoakFacts[] = []
    for (const round of [1, 2, 3]) {
      const call = ['--method', 'tools/call', '--tool-name', 'wait_7', '--tool-arg', 'text=y']
      const load = ['--load', '--load-requests', '500', '--load-concurrency', '8']
      const { code, output } = await inspect([server.url, ...call, ...load])
      check(`round ${round}: requests`, code === 0, output)
      seen.push(await settled())
    }
    const [first, , last] = seen as [SoakFacts, SoakFacts, SoakFacts]
    const told = JSON.stringify(seen)
    check('sessions', last.sessions === 0, told)
    check('handlers', last.running === 0, told)
    check('timers', last.timers <= first.timers, told)
    check('heap', last.heap < first.heap * 1.1, told)
  } finally {
    server.stop()
  }
}

function inspect(args: string[]): Promise<{ code: number | null; output: string }> {
  // A command of its own is set apart from the Inspector's options by `--`.
  const child = spawn(process.execPath, [inspector, '--cli', ...args], {
    cwd: house,
    timeout: 60_000,
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  return new Promise((resolve) =>
    child.once('close', (code) => resolve({ code, output: output.slice(0, 2000) })),
  )
}
