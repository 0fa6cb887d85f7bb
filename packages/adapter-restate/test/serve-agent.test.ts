import { serveAgent } from '@toolprism/adapter-restate'
import { createAgent } from '@toolprism/harness'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('an old Node is refused, with the reason', async () => {
  vi.stubGlobal('process', { ...process, versions: { node: '20.20.0' } })
  await expect(serveAgent(createAgent(), { service: 'agent' })).rejects.toMatchObject({
    code: 'NODE_TOO_OLD',
    message: expect.stringMatching(/Node 22.+20\.20\.0.+Promise\.withResolvers/),
  })
})
