import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createToken, isLoopback } from '../src/token'
import { createTestApp } from './test-app'

const token = createToken()
const host = '192.0.2.7:4600'
const { app } = createTestApp({ workspace: mkdtempSync(join(tmpdir(), 'toolprism-token-')), token })

function request(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return app.request(`http://${host}${path}`, { method, headers: { host, ...headers } })
}

const routes = [
  ['GET', '/'],
  ['GET', '/prism.svg'],
  ['GET', '/api/tools'],
  ['GET', '/tools.d.ts'],
  ['GET', '/api/declarations'],
  ['POST', '/api/tools/grep/call'],
  ['POST', '/api/chat'],
  ['GET', '/api/chat/run-number-1'],
  ['POST', '/api/ai-sdk'],
  ['POST', '/api/render'],
  ['POST', '/mcp'],
] as const

describe('a server that others can reach', () => {
  test.each(routes)('%s %s needs the token', async (method, path) => {
    expect((await request(path, {}, method)).status).toBe(401)
    expect((await request(path, { authorization: 'Bearer wrong' }, method)).status).toBe(401)
    expect((await request(`${path}?token=wrong`, {}, method)).status).toBe(401)
    const right = await request(path, { authorization: `Bearer ${token}` }, method)
    expect(right.status).not.toBe(401)
  })

  test('a browser trades the printed address for a cookie that no script reads', async () => {
    const first = await request(`/?token=${token}`)
    expect(first.status).toBe(302)
    expect(first.headers.get('location')).toBe('/')
    const cookie = first.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/HttpOnly/i)
    expect((await request('/api/tools', { cookie: cookie.split(';')[0] ?? '' })).status).toBe(200)
  })

  test('another site may not use that cookie', async () => {
    const headers = { cookie: `toolprism-token=${token}`, origin: 'http://evil.example' }
    expect((await request('/api/tools', headers)).status).toBe(403)
  })

  test('each server has a token of its own', () => expect(createToken()).not.toBe(token))
})

test.each([
  ['127.0.0.1', true],
  ['127.8.0.1', true],
  ['localhost', true],
  ['::1', true],
  ['0.0.0.0', false],
  ['::', false],
  ['192.168.0.4', false],
  ['127.0.0.1.example', false],
])('%s is loopback: %s', (address, expected) => expect(isLoopback(address)).toBe(expected))
