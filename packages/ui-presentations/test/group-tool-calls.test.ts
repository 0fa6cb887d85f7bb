import { createToolCardStore } from '@toolprism/ui-presentations'
import { groupToolCalls } from '@toolprism/ui-presentations/group'
import { describe, expect, test } from 'vitest'
import { completed, eventsOf, failed, pixel, started, text } from './support/fixtures'

type Row = [callId: string, tool: string, ...steps: Parameters<typeof eventsOf>[1]]

function views(rows: Row[], group?: string) {
  const store = createToolCardStore()
  for (const [callId, tool, ...steps] of rows)
    store.dispatch(
      eventsOf(tool, steps, { callId, ...(group ? { presentation: { group } } : {}) }).map(
        (event) => ({ ...event, sequence: undefined }) as unknown as typeof event,
      ),
    ) // unnumbered: order of arrival
  return store.getViews()
}

const done = [started({}), completed(text('ok'))] as const

describe('§6.2.9: groupToolCalls', () => {
  test('puts consecutive calls of one group together, with the status most in need of a look', () => {
    const rows: Row[] = [
      ['1', 'read_file', ...done],
      ['2', 'list_folder', ...done],
      ['3', 'search_code', started({}), failed('no')],
    ]
    const [group, ...rest] = groupToolCalls(views(rows, 'inspect'))
    expect(rest).toEqual([])
    expect(group).toMatchObject({
      label: 'Inspect',
      summary: 'Read file, List folder, Search code',
      status: 'failed',
      tone: 'error',
      open: true,
    })
  })

  test('calls of one tool belong together where no group is named', () => {
    const rows: Row[] = [
      ['1', 'a', ...done],
      ['2', 'a', ...done],
      ['3', 'b', ...done],
      ['4', 'a', ...done],
    ]
    expect(groupToolCalls(views(rows)).map((group) => [group.label, group.views.length])).toEqual([
      ['A', 2],
      ['B', 1],
      ['A', 1],
    ])
  })

  test('a call that shows a picture stands alone: no fold hides it', () => {
    const picture = completed({ content: [{ type: 'image', data: pixel, mimeType: 'image/png' }] })
    const rows: Row[] = [
      ['1', 'a', ...done],
      ['2', 'a', ...done],
      ['3', 'a', started({}), picture],
      ['4', 'a', ...done],
    ]
    expect(groupToolCalls(views(rows)).map((group) => group.views.length)).toEqual([2, 1, 1])
  })

  test('an open question comes before everything', () => {
    const question = { type: 'permission.required' as const, permissionId: 'p', input: {} }
    const rows: Row[] = [
      ['1', 'a', started({}), failed('no')],
      ['2', 'a', question],
    ]
    expect(groupToolCalls(views(rows))[0]).toMatchObject({ status: 'approval', open: true })
  })

  test('the key of a group stays while it grows', () => {
    const rows: Row[] = [
      ['1', 'a', ...done],
      ['2', 'a', ...done],
    ]
    expect(groupToolCalls(views(rows))[0]?.key).toBe(
      groupToolCalls(views(rows.slice(0, 1)))[0]?.key,
    )
  })

  test('steps of a composed call do not mix with its neighbours', () => {
    const store = createToolCardStore()
    const base = { toolName: 'a', timestamp: 0, type: 'tool.started', input: {} } as const
    store.dispatch([
      { ...base, callId: '1' },
      { ...base, callId: '2', parentCallId: '1' },
      { ...base, callId: '3', parentCallId: '1' },
    ])
    expect(groupToolCalls(store.getViews()).map((group) => group.views.length)).toEqual([1, 2])
  })
})
