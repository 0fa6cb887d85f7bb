import { fromCallToolResult } from '@toolprism/ui-presentations'
import { fromUIMessagePart } from '@toolprism/ui-presentations/ai-sdk'
import { describe, expect, test } from 'vitest'
import { text } from './support/fixtures'

const part = (state: string, more: object = {}) => ({
  type: 'tool-get-weather',
  toolCallId: 'call-1',
  state,
  input: { city: 'Oslo' },
  ...more,
})

describe('fromUIMessagePart', () => {
  test.each([
    ['input-streaming', {}, 'preparing'],
    ['input-available', {}, 'running'],
    ['approval-requested', { approval: { id: 'a1' } }, 'approval'],
    ['approval-responded', { approval: { id: 'a1', approved: true } }, 'queued'],
    ['approval-responded', { approval: { id: 'a1', approved: false } }, 'denied'],
    ['output-available', { output: 'Rain', preliminary: true }, 'running'],
    ['output-available', { output: 'Rain' }, 'done'],
    ['output-error', { errorText: 'No such city' }, 'failed'],
    ['output-denied', { approval: { id: 'a1', approved: false, reason: 'Not now' } }, 'denied'],
    ['a state of the future', {}, 'running'],
  ])('%s %j is %s', (state, more, status) => {
    const view = fromUIMessagePart(part(state, more))
    expect(view).toMatchObject({
      status,
      toolName: 'get-weather',
      callId: 'call-1',
      summary: 'Oslo',
    })
  })

  test('the name is all that follows the first hyphen; a dynamic tool says its own', () => {
    expect(fromUIMessagePart(part('input-available'))?.toolName).toBe('get-weather')
    expect(
      fromUIMessagePart({ ...part('input-available'), type: 'dynamic-tool', toolName: 'a-b' })
        ?.toolName,
    ).toBe('a-b')
  })

  test.each([{ type: 'text', text: 'x' }, { type: 'dynamic-tool' }, { type: 7 }, {}])(
    '%j is no tool call',
    (other) => {
      expect(fromUIMessagePart(other)).toBeUndefined()
    },
  )

  test.each([null, 7, 'x', [1]])('a failed result whose meta is %j still has a card', (meta) => {
    const output = { content: [{ type: 'text', text: 'No' }], isError: true, meta }
    expect(fromUIMessagePart(part('output-available', { output }))).toMatchObject({
      status: 'failed',
      error: { text: 'No' },
    })
  })

  const shapeless = { toString: 1, valueOf: 1 }
  test.each([null, 7, shapeless])('a state that is %j is one of the future', (state) => {
    expect(fromUIMessagePart({ ...part(''), state })?.status).toBe('running')
  })

  test('a type that cannot become a text is no tool call', () => {
    expect(fromUIMessagePart({ ...part('output-available'), type: shapeless })).toBeUndefined()
  })

  test('ids that cannot become a text are empty', () => {
    const more = { toolCallId: shapeless, approval: { id: shapeless } }
    const view = fromUIMessagePart(part('approval-requested', more))
    expect(view).toMatchObject({ callId: '', approval: { permissionId: '' } })
  })

  test('an approval carries its id and reason', () => {
    const view = fromUIMessagePart(part('approval-requested', { approval: { id: 'a1' } }))
    expect(view?.approval).toEqual({ permissionId: 'a1', destructive: false })
  })

  test('the presentation travels in toolMetadata', () => {
    const view = fromUIMessagePart(
      part('input-available', {
        toolMetadata: { presentation: { label: 'Weather', icon: 'cloud' } },
      }),
    )
    expect(view).toMatchObject({ label: 'Weather', icon: 'cloud' })
  })

  test.each([
    ['a text', 'Rain', [{ kind: 'text', text: 'Rain' }]],
    ['zero', 0, [{ kind: 'json', text: '0' }]],
    ['false', false, [{ kind: 'json', text: 'false' }]],
    ['an empty text', '', [{ kind: 'json', text: '""' }]],
    ['null', null, [{ kind: 'json', text: 'null' }]],
    ['an empty list', [], [{ kind: 'json', text: '[]' }]],
    ['a ToolResult', text('hello'), [{ kind: 'text', text: 'hello' }]],
    ['nothing', undefined, []],
  ])('report 41: the output is %s', (_, output, result) => {
    expect(fromUIMessagePart(part('output-available', { output }))?.result).toEqual(result)
  })

  test('a ToolResult with isError has failed, whatever the state says', () => {
    const output = { ...text('no'), isError: true }
    expect(fromUIMessagePart(part('output-available', { output }))).toMatchObject({
      status: 'failed',
      error: { text: 'no' },
    })
  })

  test('input that streams is shown as far as it goes', () => {
    expect(fromUIMessagePart(part('input-streaming', { input: { city: 'Os' } }))?.summary).toBe(
      'Os',
    )
    expect(fromUIMessagePart(part('input-streaming', { input: undefined }))?.hasInput).toBe(false)
  })
})

describe('fromCallToolResult', () => {
  test('is the card of a finished call', () => {
    const call = { toolName: 'mcp__maps__geocode', input: { q: 'Oslo' }, duration: 1500 }
    expect(fromCallToolResult(text('59.9, 10.7'), call)).toMatchObject({
      status: 'done',
      server: 'maps',
      label: 'Geocode',
      summary: 'Oslo',
      elapsed: '1.5 s',
      result: [{ kind: 'text', text: '59.9, 10.7' }],
    })
  })

  test('isError fails it; the code comes from meta', () => {
    const result = {
      ...text('no'),
      isError: true,
      _meta: { 'toolprism/code': 'HTTP_503', 'toolprism/retryable': true },
    }
    expect(fromCallToolResult(result, { toolName: 'x' })).toMatchObject({
      status: 'failed',
      error: { title: 'Error', text: 'no', code: 'HTTP_503', retryable: true },
    })
  })

  test.each([
    {},
    { content: null },
    { content: 'text' },
    { content: [null, 7, {}] },
    { structuredContent: 0 },
  ])('the malformed result %j shows what it has', (result) =>
    expect(fromCallToolResult(result, { toolName: 'x' }).status).toBe('done'),
  )
})
