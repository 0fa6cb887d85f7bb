import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineTool, type ToolEvent } from '@toolprism/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { createRegistry } from '../src/registry'
import { createTestApp } from './test-app'

const host = '127.0.0.1:4600'
let app: ReturnType<typeof createTestApp>['app']

beforeAll(() => {
  const home = mkdtempSync(join(tmpdir(), 'toolprism-demo-'))
  const workspace = join(home, 'workspace')
  mkdirSync(join(workspace, 'src'), { recursive: true })
  writeFileSync(join(workspace, 'README.md'), '# Hello\nThe input budget is checked first.\n')
  writeFileSync(join(workspace, 'src/budget.ts'), 'export const inputBudget = 64\n')
  writeFileSync(join(home, 'secret.txt'), 'secret')
  symlinkSync(join(home, 'secret.txt'), join(workspace, 'link.txt'))
  const registry = createRegistry({ workspace })
  const thrower = defineTool({
    name: 'throws',
    description: 'Throws what it is told.',
    inputSchema: { type: 'object', properties: { what: { type: 'string' } } },
    execute: ({ what }) => {
      throw what === 'null-prototype' ? Object.create(null) : what
    },
  })
  registry.tools.push(thrower)
  app = createTestApp({ registry, workspace, hosts: () => [host] }).app
})

function request(path: string, init: RequestInit & { headers?: Record<string, string> } = {}) {
  return app.request(`http://${host}${path}`, { ...init, headers: { host, ...init.headers } })
}

async function json(path: string, init: RequestInit = {}) {
  const response = await request(path, init as never)
  return {
    status: response.status,
    body: (await response.json()) as {
      error: string
      tools: { name: string; inputSchema: { type: string }; presentation: { icon: string } }[]
    },
  }
}

async function call(name: string, body: string): Promise<ToolEvent[]> {
  const response = await request(`/api/tools/${name}/call`, { method: 'POST', body })
  expect(response.status).toBe(200)
  return (await response.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

function textOf(events: ToolEvent[]): string {
  const last = events.at(-1)
  if (last?.type !== 'tool.failed' && last?.type !== 'tool.completed') return ''
  return last.result.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n')
}

describe('the registry as data', () => {
  test('/api/tools lists every tool with its presentation and an object schema', async () => {
    const { tools } = (await json('/api/tools')).body
    const names = tools.map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining(['list_directory', 'read_file', 'glob', 'grep', 'research']),
    )
    for (const tool of tools) expect(tool.inputSchema.type).toBe('object')
    const grep = tools.find(({ name }) => name === 'grep')
    expect(grep?.presentation.icon).toBeTypeOf('string')
  })

  test('/tools.d.ts declares each tool and nothing of its presentation', async () => {
    const text = await (await request('/tools.d.ts')).text()
    expect(text).toContain('declare function grep(')
    expect(text).not.toContain('presentation')
  })
})

describe('a call by hand', () => {
  test('tells of the call in events and ends with the result', async () => {
    const events = await call('grep', '{"pattern":"budget"}')
    expect(events.map(({ type }) => type)).toEqual(['tool.started', 'tool.completed'])
    expect(textOf(events)).toContain('README.md')
  })

  test('the composed tool searches, reads and extracts', async () => {
    expect(textOf(await call('research', '{"query":"input budget"}'))).toContain('budget')
  })

  test('an unknown tool is answered with the names there are', async () => {
    const { status, body } = await json('/api/tools/nope/call', { method: 'POST', body: '{}' })
    expect(status).toBe(404)
    expect(body.tools).toContain('grep')
  })

  test.each([
    ['nothing', ''],
    ['null', 'null'],
    ['an array', '[]'],
    ['a wrong type', '{"pattern":7}'],
    ['__proto__', '{"pattern":"a","__proto__":{"x":1}}'],
    ['65 levels', `{"pattern":${'['.repeat(65)}${']'.repeat(65)}}`],
    ['20,001 values', `{"pattern":[${'1,'.repeat(20_000)}1]}`],
  ])('%s as input fails with a text that says what was wrong', async (_, body) => {
    const events = await call('grep', body)
    expect(events.at(-1)?.type).toBe('tool.failed')
    expect(textOf(events).length).toBeGreaterThan(10)
  })

  test('a body that is not JSON is refused', async () => {
    const { status, body } = await json('/api/tools/grep/call', { method: 'POST', body: '{"a":' })
    expect(status).toBe(400)
    expect(body.error).toMatch(/not JSON/)
  })

  test.each(['text', 'null-prototype'])('a tool that throws %s fails alone', async (what) => {
    const events = await call('throws', JSON.stringify({ what }))
    expect(events.at(-1)?.type).toBe('tool.failed')
    expect(textOf(await call('grep', '{"pattern":"budget"}'))).toContain('README.md')
  })

  test.each(['../secret.txt', '/etc/passwd', 'link.txt', 'src/../../secret.txt'])(
    'the path %s leaves the workspace and is refused',
    async (path) => {
      const events = await call('read_file', JSON.stringify({ path }))
      expect(events.at(-1)?.type).toBe('tool.failed')
      expect(textOf(events)).not.toMatch(/root:|^secret$/m)
    },
  )
})

describe('who may call', () => {
  test.each(['evil.example', 'evil.example:4600', '127.0.0.1:1'])(
    'Host %s is refused',
    async (evil) => {
      for (const path of ['/', '/api/tools', '/mcp']) {
        const response = await request(path, { headers: { host: evil } })
        expect(response.status).toBe(403)
      }
    },
  )

  test.each([
    'http://evil.example',
    'null',
    'https://127.0.0.1:4600',
    `http://${host}.evil.example`,
  ])('Origin %s is refused', async (origin) => {
    expect((await request('/api/tools', { headers: { origin } })).status).toBe(403)
  })

  test('the page itself may, under a strict policy', async () => {
    const response = await request('/api/tools', { headers: { origin: `http://${host}` } })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  test('the id of a run cannot leave the folder of runs', async () => {
    for (const id of ['..%2F..', '..%2Fworkspace', '..%2f..%2fsecret.txt', '%2e%2e%2f%2e%2e']) {
      const posted = { method: 'POST', body: '{}' }
      expect((await request(`/api/chat/${id}`)).status).toBe(404)
      expect((await request(`/api/chat/${id}/stop`, posted)).status).toBe(404)
      expect((await request(`/api/chat/${id}/decisions`, posted)).status).toBe(404)
    }
  })

  test('a path cannot leave the folder of the page', async () => {
    for (const path of ['/..%2fsecret.txt', '/%2e%2e/secret.txt', '/../../etc/passwd.html'])
      expect((await request(path)).status).toBe(404)
  })
})
