import { toAiTools } from '@toolprism/adapter-ai-sdk'
import { describe, expect, test } from 'vitest'
import { base64, sentinels, table, weather } from './fixtures/tools'
import { hosts, ways } from './hosts'

/** 6 writes file parts in its own way; for the comparison they are read as those of 7. */
function asSeven(output: any): any {
  if (output?.type !== 'content') return output
  return {
    ...output,
    value: output.value.map((part: any) => {
      const { type, mediaType, data } = part
      if (type === 'image-data' || type === 'file-data')
        return { type: 'file', mediaType, data: { type: 'data', data } }
      if (type !== 'file') return { type, text: part.text }
      return {
        type,
        mediaType,
        data: data.data ? { type: 'data', data: data.data } : { type: 'data', data },
      }
    }),
  }
}

/** Text as the model reads it, without the SDK's own prefix. */
function errorText(output: any): string {
  return String(output.value)
    .replace(/^(AI_\w+: |Error: )/, '')
    .replace(/^Invalid input for tool [\w-]+: /, '')
}

describe.each(hosts)('AI SDK $version', (host) => {
  describe.each(ways)('%s', (way) => {
    test.each(table.map((row) => [row.tool.name, row] as const))('%s', async (name, row) => {
      const outcome = await host.run(way, {
        tools: toAiTools([row.tool], { version: host.version }),
        turns: [{ calls: [{ name, input: row.input ?? '{}', id: 'c1' }] }, { text: 'done' }],
      })
      expect(outcome.text).toBe('done')
      const sent = outcome.toModel['c1']
      if (row.error) {
        expect(sent.type).toBe('error-text')
        expect(errorText(sent)).toMatch(row.error)
        expect(outcome.errors['c1']).toBeDefined()
        expect(outcome.outputs).toEqual({})
      } else {
        expect(outcome.errors).toEqual({})
        if ('output' in row) expect(outcome.outputs['c1']).toEqual(row.output)
        expect(asSeven(sent)).toEqual(row.toModel)
      }
    })

    test('the provider is sent the schema, the hint and the examples, and nothing of the presentation', async () => {
      const tools = toAiTools(
        table.map((row) => row.tool),
        { version: host.version },
      )
      const turns = table.map((row, index) => ({
        calls: [{ name: row.tool.name, input: row.input ?? '{}', id: `c${index}` }],
      }))
      const outcome = await host.run(way, { tools, turns: turns.slice(0, 9) })
      const sent = JSON.stringify(outcome.requests)
      for (const sentinel of sentinels) expect(sent).not.toContain(sentinel)
      expect(outcome.requests[0].tools[0]).toMatchObject({
        name: 'weather',
        description: 'Weather of a city\n\n[Cities of Norway only.]',
        inputSchema: {
          type: 'object',
          properties: { city: { type: 'string' }, days: { type: 'integer', default: 1 } },
          required: ['city'],
        },
      })
      expect(outcome.requests[0].tools[0].inputExamples).toEqual([
        { input: { city: 'Oslo', days: 2 } },
      ])
    })

    test('no base64 stands in any text', async () => {
      const media = table.filter((row) => !row.error && row.toModel !== undefined)
      for (const row of media) {
        const outcome = await host.run(way, {
          tools: toAiTools([row.tool], { version: host.version }),
          turns: [{ calls: [{ name: row.tool.name, input: row.input ?? '{}' }] }],
        })
        const texts = JSON.stringify(outcome.requests, (key, value) =>
          key === 'data' ? '' : value,
        )
        expect(texts).not.toContain(base64)
      }
    })
  })

  test('a repeated call id still gives each call its own id and result', async () => {
    const seen: string[] = []
    const tools = toAiTools(
      [
        {
          ...weather,
          execute: (_: unknown, context: any) => {
            seen.push(context.callId)
            return { city: 'x', degrees: seen.length }
          },
        },
      ],
      { version: host.version },
    )
    const call = { name: 'weather', input: '{"city":"Oslo"}', id: 'call_0' }
    await host.run('generateText', {
      tools,
      turns: [{ calls: [call] }, { calls: [call] }, { text: 'done' }],
    })
    expect(seen).toEqual(['call_0', 'call_0#2'])
  })
})
