import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { PassThrough } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { serveStdio } from '@toolprism/adapter-mcp/stdio'
import { build } from 'esbuild'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { until } from './support/until'

const source = fileURLToPath(new URL('support/stdio-child.ts', import.meta.url))
// Beside the SDKs it imports; bundled, for a loader would cost more than all the rest.
const script = fileURLToPath(new URL('../node_modules/.cache/stdio-child.mjs', import.meta.url))
beforeAll(async () => {
  await build({
    entryPoints: [source],
    outfile: script,
    bundle: true,
    format: 'esm',
    platform: 'node',
    conditions: ['@toolprism/source', 'import', 'module', 'default'],
    external: ['@modelcontextprotocol/*'],
  })
})
const children: ChildProcessWithoutNullStreams[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

function start(sdk: 'v1' | 'v2') {
  const child = spawn(process.execPath, [script, sdk])
  children.push(child)
  const read = { out: '', errors: '' }
  child.stdout.on('data', (chunk) => {
    read.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    read.errors += chunk
  })
  const code = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const send = (message: unknown) =>
    child.stdin.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`)
  const open = async () => {
    send({
      jsonrpc: '2.0',
      id: 0,
      method: 'initialize',
      params: {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'raw', version: '1' },
      },
    })
    await until(() => expect(lines()).toHaveLength(1))
    send({ jsonrpc: '2.0', method: 'notifications/initialized' })
  }
  const lines = () =>
    read.out
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  return { child, read, code, send, open, lines }
}
const call = (id: number, name: string) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: {} },
})

describe.each(['v1', 'v2'] as const)('a process over SDK %s', (sdk) => {
  test('report 34: keeps standard output for the protocol (todoist-mcp#305), and ends with 0 at the end of standard input', async () => {
    const { open, send, lines, read, code, child } = start(sdk)
    await open()
    send('this is no JSON')
    send(call(1, 'noisy'))
    await until(() => expect(lines().some(({ id }) => id === 1)).toBe(true))
    expect(lines().find(({ id }) => id === 1).result.content).toEqual([
      { type: 'text', text: 'quiet' },
    ])
    expect(lines().find(({ id }) => id === null)?.error.code).toBe(-32700)
    await until(() => expect(read.errors).toBe('log\ninfo\ndebug\nraw\n'))
    child.stdin.end()
    expect(await code).toBe(0)
  }, 60_000)

  test('aborts what runs when standard input ends, and ends with 0 even when it will not stop', async () => {
    const { open, send, read, code, child } = start(sdk)
    await open()
    send(call(1, 'stubborn'))
    await until(() => expect(read.errors).toContain('running'))
    child.stdin.end()
    expect(await code).toBe(0)
    expect(read.errors).toContain('aborted')
  }, 60_000)

  test('report 30: ends with 0 when nobody reads any more (typescript-sdk#1049)', async () => {
    const { open, send, code, child } = start(sdk)
    await open()
    child.stdout.destroy()
    for (let id = 1; id < 20; id++) send(call(id, 'noisy'))
    expect(await code).toBe(0)
  }, 60_000)
})

test('messages cut anywhere, several at once, and one that never ends', async () => {
  const input = new PassThrough()
  const output = new PassThrough()
  const errors: Error[] = []
  const server = await serveStdio({
    name: 's',
    version: '1',
    sdk: 'v1',
    tools: [
      {
        name: 'echo',
        description: 'e',
        inputSchema: { type: 'object' },
        execute: ({ text }) => text as string,
      },
    ],
    input,
    output,
    onerror: (error) => errors.push(error),
  })
  let out = ''
  output.on('data', (chunk) => {
    out += chunk
  })
  const message = (id: number, text: string) =>
    `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'echo', arguments: { text } } })}\n`
  const bytes = Buffer.from(message(1, 'größe €') + message(2, 'two') + message(3, '😀'))
  for (let at = 0; at < bytes.length; at += 7) input.write(bytes.subarray(at, at + 7))
  await until(() => expect(out.split('\n').length).toBe(4))
  expect(out).toContain('größe €')
  expect(out).toContain('😀')
  input.write('x'.repeat(11_000_000))
  await server.closed
  expect(errors[0]?.message).toContain('longer than')
})
