import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SoakServer, startSoakServer } from './start-soak-server'

const seconds = 60
const callers = 200
const readers = 50

const home = mkdtempSync(join(tmpdir(), 'toolprism-soak-'))
const workspace = join(home, 'workspace')
const calls: [name: string, input: unknown][] = [
  ['read_file', { path: 'src/file-7.ts' }],
  ['list_directory', { path: 'src' }],
  ['glob', { pattern: '**/*.ts' }],
  ['grep', { pattern: 'needle' }],
  ['research', { query: 'needle' }],
  ['composition_describe_primitives', { types: ['table', 'stat'] }],
]
const questions = ['search for "needle"', 'read src/file-3.ts', 'list the files in src/', 'hello']

let server: SoakServer
beforeAll(async () => {
  mkdirSync(join(workspace, 'src'), { recursive: true })
  for (let index = 0; index < 40; index++)
    writeFileSync(
      join(workspace, `src/file-${index}.ts`),
      `export const value = ${index}\n${index % 5 ? '' : '// needle\n'}`,
    )
  server = await startSoakServer(workspace, join(home, 'data'))
})
afterAll(() => server?.kill())

test(`${callers} parallel calls and ${readers} event readers for ${seconds} s: no error, flat memory`, async () => {
  const end = performance.now() + seconds * 1000
  const until = (time: number) => performance.now() < time
  const problems = new Map<string, number>()
  const fail = (what: string) => problems.set(what, (problems.get(what) ?? 0) + 1)
  const done = { calls: 0, runs: 0, events: 0 }

  const caller = async (number: number) => {
    for (let turn = number; until(end); turn++) {
      const [name, input] = calls[turn % calls.length] ?? ['', {}]
      const lines = await post(`/api/tools/${name}/call`, input)
      if (!/"type":"tool\.completed"/.test(lines)) fail(`${name}: ${lines.slice(-300)}`)
      done.calls++
    }
  }
  const reader = async (number: number) => {
    const conversationId = crypto.randomUUID()
    for (let turn = number; until(end); turn++) {
      const runId = crypto.randomUUID()
      const message = questions[turn % questions.length]
      const stream = await post('/api/chat', { message, runId, conversationId })
      const live = idsOf(stream)
      // Every other reader lost the connection, and reads on from the middle.
      const after = live[Math.floor(live.length / 2)] ?? 0
      const rest = await request(`/api/chat/${runId}`, { headers: { 'last-event-id': `${after}` } })
      for (const [text, first] of [
        [stream, 1],
        [rest, after + 1],
      ] as const) {
        const ids = idsOf(text)
        const ordered = ids.every((id, index) => index === 0 || id > (ids[index - 1] ?? 0))
        if (!ordered || (ids[0] ?? 0) < first) fail('events out of order')
        if (!/"type":"run\.ended".*"status":"completed"/.test(text)) fail(text.slice(-300))
        done.events += ids.length
      }
      done.runs++
    }
  }
  const samples: { used: number; rss: number }[] = []
  const watcher = async () => {
    while (until(end - 2000)) {
      await new Promise((resolve) => setTimeout(resolve, 5000)) // a sample each five seconds of the minute
      samples.push(await server.memory())
    }
  }
  await Promise.all([
    ...Array.from({ length: callers }, (_, index) => caller(index)),
    ...Array.from({ length: readers }, (_, index) => reader(index)),
    watcher(),
  ])

  const megabytes = samples.map(({ used }) => Math.round(used / 1e6))
  process.stdout.write(`${JSON.stringify({ ...done, megabytes, rss: samples.at(-1)?.rss })}\n`)
  expect(Object.fromEntries(problems)).toEqual({})
  expect(done.calls).toBeGreaterThan(callers)
  expect(done.runs).toBeGreaterThan(readers)
  // The first samples warm caches and code; after them what is kept must not grow with what was done.
  const half = Math.floor(megabytes.length / 2)
  const early = Math.max(...megabytes.slice(2, half))
  expect(Math.min(...megabytes.slice(half)), `${megabytes}`).toBeLessThan(early * 1.15 + 8)
})

async function request(path: string, init: RequestInit): Promise<string> {
  const response = await fetch(`${server.url}${path}`, init)
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`)
  return text
}

function post(path: string, body: unknown): Promise<string> {
  return request(path, { method: 'POST', body: JSON.stringify(body) })
}

function idsOf(stream: string): number[] {
  return [...stream.matchAll(/^id: ?(\d+)$/gm)].map(([, id]) => Number(id))
}
