import { fromModelOutput, toModelOutput } from '@toolprism/adapter-ai-sdk'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

const block = fc.oneof(
  fc.record({ type: fc.constant('text'), text: fc.string() }),
  fc.record({
    type: fc.constantFrom('image', 'audio'),
    data: fc.base64String(),
    mimeType: fc.string(),
  }),
  fc.record({
    type: fc.constant('resource'),
    resource: fc.record({ uri: fc.string(), blob: fc.base64String() }),
  }),
  fc.record({ type: fc.constant('resource_link'), uri: fc.string(), name: fc.string() }),
  fc.record({ type: fc.constantFrom('text', 'image', 'audio', 'resource', 'resource_link', 'x') }),
  fc.record({ type: fc.constantFrom('text', 'image'), text: fc.anything(), data: fc.anything() }),
)

describe('toModelOutput', () => {
  test('maps anything, and never throws', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.anything(), fc.record({ content: fc.array(block) })),
        fc.constantFrom(6, 7),
        (output, version) => {
          const made = toModelOutput(output, { version: version as 6 | 7 })
          expect(['text', 'json', 'error-text', 'content']).toContain(made.type)
          for (const part of made.type === 'content' ? made.value : [])
            expect(Object.values(part).includes(undefined)).toBe(false)
        },
      ),
    )
  })

  test('audio goes as a file when asked for', () => {
    const sound = { content: [{ type: 'audio', data: 'AAAA', mimeType: 'audio/wav' }] }
    expect(toModelOutput(sound, { audio: true })).toEqual({
      type: 'content',
      value: [{ type: 'file', mediaType: 'audio/wav', data: { type: 'data', data: 'AAAA' } }],
    })
    expect(toModelOutput(sound, { audio: true, version: 6 })).toEqual({
      type: 'content',
      value: [{ type: 'file-data', mediaType: 'audio/wav', data: 'AAAA' }],
    })
  })
})

describe('fromModelOutput', () => {
  test('reads anything, and never throws', () => {
    const part = fc.record({
      type: fc.constantFrom('text', 'file', 'image-data', 'file-url', 'custom'),
      data: fc.anything(),
      mediaType: fc.string(),
    })
    const output = fc.record({
      type: fc.constantFrom(
        'content',
        'text',
        'json',
        'error-text',
        'error-json',
        'execution-denied',
        'x',
      ),
      value: fc.oneof(fc.anything(), fc.array(part)),
    })
    fc.assert(
      fc.property(fc.oneof(fc.anything(), output), (value) => {
        for (const made of fromModelOutput(value).content) expect(typeof made.type).toBe('string')
      }),
    )
  })

  test.each([
    [{ type: 'text', value: 'a' }, { content: [{ type: 'text', text: 'a' }] }],
    [
      { type: 'json', value: null },
      { content: [{ type: 'text', text: 'null' }], structuredContent: null },
    ],
    [
      { type: 'error-json', value: { a: 1 } },
      { content: [{ type: 'text', text: '{"a":1}' }], isError: true },
    ],
    [
      { type: 'execution-denied' },
      { content: [{ type: 'text', text: 'The user denied the call.' }], isError: true },
    ],
    [
      {
        type: 'content',
        value: [
          { type: 'media', data: 'AAAA', mediaType: 'image/png' },
          {
            type: 'file',
            mediaType: 'audio/wav',
            data: { type: 'data', data: new Uint8Array([0, 0, 0]) },
          },
        ],
      },
      {
        content: [
          { type: 'image', data: 'AAAA', mimeType: 'image/png' },
          { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
        ],
      },
    ],
    [
      {
        type: 'content',
        value: [
          {
            type: 'file',
            mediaType: 'application/pdf',
            data: { type: 'url', url: new URL('https://a.example/b.pdf?c') },
          },
          { type: 'file-id', fileId: 'f' },
        ],
      },
      {
        content: [
          {
            type: 'resource_link',
            uri: 'https://a.example/b.pdf?c',
            name: 'b.pdf',
            mimeType: 'application/pdf',
          },
          { type: 'text', text: '[file-id part omitted: only its provider can read it]' },
        ],
      },
    ],
  ])('%j', (output, expected) => {
    expect(fromModelOutput(output)).toEqual(expected)
  })
})
