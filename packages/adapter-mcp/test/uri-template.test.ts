import type { McpServerOptions } from '@toolprism/adapter-mcp'
import { createMcpServer } from '@toolprism/adapter-mcp'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { connectPeer } from './support/peers'

/** What a template reads out of a URI, through the server; undefined when it does not fit. */
async function match(
  uriTemplate: string,
  uri: string,
): Promise<Record<string, string> | undefined> {
  const set: Partial<McpServerOptions> = {
    resources: [{ uriTemplate, name: 't', read: (variables) => JSON.stringify(variables) }],
  }
  const peer = await connectPeer({ sdk: 'v1', era: 'legacy', way: 'memory' }, set)
  const answer = await peer.request('resources/read', { uri }).catch(() => undefined)
  await peer.close()
  return answer && JSON.parse(answer.contents[0].text)
}

test.each([
  ['a://{x}', 'a://1', { x: '1' }],
  ['a://{x}', 'a://', undefined],
  ['a://{x}', 'a://1/2', undefined],
  ['a://{x}/b', 'a://1/c', undefined],
  ['a://{x}', 'a://%E2%82%AC', { x: '€' }],
  ['a://{x}', 'a://%zz', { x: '%zz' }],
  ['a://{x,y}', 'a://1,2', { x: '1', y: '2' }],
  ['a://{+path}', 'a://x/y/z', { path: 'x/y/z' }],
  ['a://{x}{#part}', 'a://1#two', { x: '1', part: 'two' }],
  ['a://{x}{.ext}', 'a://one.txt', { x: 'one', ext: 'txt' }],
  ['a:/{/x,y}', 'a://1/2', { x: '1', y: '2' }],
  ['a://{x}{?q,n}', 'a://1?n=2&q=a%20b', { x: '1', n: '2', q: 'a b' }],
  ['a://{x}{?q}', 'a://1', { x: '1' }],
  ['a://s?fixed=1{&q}', 'a://s?fixed=1&q=2', { q: '2' }],
  ['a://{__proto__}', 'a://1', { ['__proto__']: '1' }],
])('%s and %s', async (template, uri, expected) => {
  const found = await match(template, uri)
  expect(found && Object.entries(found)).toEqual(expected && Object.entries(expected))
})

test.each(['a://{x}{y}', 'a://{x', 'a://x}', 'a://{!x}', 'a://{}'])(
  '%s is refused',
  async (uriTemplate) => {
    const resources = [{ uriTemplate, name: 't', read: () => '' }]
    await expect(createMcpServer({ name: 's', version: '1', resources })).rejects.toMatchObject({
      code: 'MCP_TEMPLATE_INVALID',
    })
  },
)

test('any value comes back from the URI it was written into', async () => {
  const seen: Record<string, string>[] = []
  const peer = await connectPeer(
    { sdk: 'v1', era: 'legacy', way: 'memory' },
    {
      resources: [
        {
          uriTemplate: 'a://{x}/{y}',
          name: 't',
          read: (variables) => String(seen.push(variables)),
        },
      ],
    },
  )
  await fc.assert(
    fc.asyncProperty(fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }), async (x) => {
      await peer.request('resources/read', { uri: `a://${encodeURIComponent(x)}/z` })
      expect(seen.at(-1)).toEqual({ x, y: 'z' })
    }),
    { numRuns: 50 },
  )
  await peer.close()
})

test('report 29: a long URI against a template of many variables is refused in linear time (CVE-2026-0621)', async () => {
  expect(
    await match(
      `a://${Array.from({ length: 30 }, (_, n) => `{v${n}}`).join('-')}`,
      `a://${'-x'.repeat(4000)}!`,
    ),
  ).toBeUndefined()
})
