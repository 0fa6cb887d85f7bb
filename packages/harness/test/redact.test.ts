import { createAgent, type Redactor } from '@toolprism/harness'
import { scriptedModel } from '@toolprism/harness/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ended, events, ofType, texts, tool } from './helpers'

const secret = 'sk-live-0123456789abcdef'

describe('secrets', () => {
  test('are in nothing a run shows or keeps, however the text is cut into deltas', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ maxLength: 400 }),
        fc.string({ maxLength: 400 }),
        fc.integer({ min: 1, max: 30 }),
        async (before, after, chunk) => {
          const text = `${before}${secret}${after}`
          const run = createAgent({
            model: scriptedModel([{ text, chunk }]),
            redact: /sk-live-[0-9a-f]{16}/,
          }).run('go')
          const seen = events(run)
          const result = await ended(run)
          expect(JSON.stringify([seen, result])).not.toContain('sk-live-0')
          const shown = ofType(seen, 'text.delta')
            .map((event) => event.delta)
            .join('')
          expect(shown).toBe(result.text)
          expect(shown).toBe(text.replaceAll(/sk-live-[0-9a-f]{16}/g, '[redacted]'))
        },
      ),
      { numRuns: 300 },
    )
  })

  test.each<[string, Redactor | Redactor[]]>([
    ['a string', secret],
    ['a pattern without g', /sk-live-\w+/],
    ['a sticky pattern', /sk-live-\w+/y],
    ['a function', (text: string) => text.replaceAll(secret, '***')],
    ['several', [/nothing/, secret]],
  ])('by %s', async (_, redact) => {
    const leak = tool({
      name: 'leak',
      execute: () => ({ deep: [{ key: secret }], twice: `${secret} ${secret}` }),
    })
    const model = scriptedModel([{ calls: [{ name: 'leak' }] }, 'ok'])
    const run = createAgent({ model, tools: [leak], redact, instructions: `use ${secret}` }).run(
      `I am ${secret}`,
    )
    const seen = events(run)
    const result = await ended(run)
    const requests = model.requests.map((request) => request.messages)
    expect(JSON.stringify([seen, result, requests, run.snapshot()])).not.toContain(secret)
    expect(texts(result.transcript)[0]).toContain('deep')
  })

  test('a redactor that fails lets nothing through', async () => {
    const redact = () => {
      throw new Error('oops')
    }
    const result = await ended(
      createAgent({ model: scriptedModel([`x ${secret}`]), redact }).run('go'),
    )
    expect(result.text).toBe('[redacted]')
  })

  test('a tool still gets the real argument; a resumed run refuses what it no longer has', async () => {
    const got: unknown[] = []
    const use = tool({
      name: 'use',
      annotations: {},
      execute({ key }) {
        got.push(key)
        return 'used'
      },
    })
    const calls = [{ name: 'use', input: { key: secret } }]
    const agent = () =>
      createAgent({ model: scriptedModel([{ calls }, 'ok']), tools: [use], redact: secret })
    const run = agent().run('go')
    await run.result
    const snapshot = run.snapshot()
    expect(JSON.stringify([snapshot, run.pending.length])).not.toContain(secret)
    run.resolve(run.pending[0]!.id, { allow: true })
    await ended(run)
    expect(got).toEqual([secret])
    const id = snapshot.pending[0]!.id
    const resumed = createAgent({
      model: scriptedModel(['ok']),
      tools: [use],
      redact: secret,
    }).resume(snapshot, { [id]: { allow: true } })
    expect(texts((await ended(resumed)).transcript)[0]).toContain('held a secret')
    expect(got).toEqual([secret])
  })
})
