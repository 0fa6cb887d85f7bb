import type { ToolEvent, ToolFailure, ToolPresentation, ToolResult } from '@toolprism/core'
import {
  createToolCardStore,
  type ToolCallView,
  type ViewOptions,
} from '@toolprism/ui-presentations'

/** 2026-01-01T00:00:00Z: tests and snapshots have one clock. */
export const epoch = 1_767_225_600_000

/** A red pixel, 1 by 1. */
export const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

/** A page with a heading, a bar chart and a table, 640 by 1000. */
export const report =
  'iVBORw0KGgoAAAANSUhEUgAAAoAAAAPoBAMAAAC8M1KTAAAAD1BMVEX///8bICjf4+kdX78XaT/9VP/qAAAEL0lEQVR42u3c0ZGDMBBEQafgDChScAqXf0yXwFHnwZZKDN0JyHr+WxYeDwAAAAAAAAAAAAAAAGo9FyKggAIKKKCAAgoooIACCiiggAIKKKCAAgoooIACCiiggJ0BAQAAAJhpryOggAIKKKCAAgoooIACrh8QAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAIDbeB2RRkABBRQQAQUUUEAEFFBAARFQQAEFREABBRQQAQUUUEAEFFBAAQW8acDvXF1AAQUUUEABBRRQQAEFFFBAAQUUUEABBRRQQAEFFFBAAQUUUEABBRRQQAEFFLAn4EpXF1BAAQUUUEABBRRQQAEFFFBAAQUUUEABBRRQQAEFFFBAAQUUUEABBRRQQAEFvFXAnyMCCiiggAIKKKCAAgoooIACCiiggAIKKKCAAgoooIDjA0770QIKKKCAAgoooIACCiiggFcNOO1vEFBAAQUUUEABBRRQQAEFFFBAAQUUUEABBRRQQAFvF3ClqwsooIACCiiggAIKKKCAAgoooIACCiiggAIKKKCAAgoooIACCiiggAIKKKCAAq4QsO/qAgoooIACCiiggAIKKKCAAgoooIACCiiggAIKKKCAAgoooIACCiiggAIKKKCAAgoooIACCiiggAIKKKCAAgoooIACCiiggAIKKKCAAgoooIACCiiggAIKKKCAAgoooIACCiiggAIKKKCAAgoooIACCiiggAIKKKCAAgoooIACCiiggAIKKKCAAgoo4Pue/EnAWQEBAAAAAAAAAAAAAAAAAIDrmvuO8v6BT2458DQBBRRQQAEFFFBAAQUUUEABLxcQAAAAILJjGgMAAACJ66x2HNsGnCuggAIKKKCAAgoooIACCihgb0AAAACAiH180xgAAACINKx2/D8TsBsjoIACCiiggAIKKKCAAgooIAAAAMBJ9vFNYwAAACBSvtoxfpggoIACCiiggAIKKKCAAgoooOfCAAAAQDf7+KYxAAAAEGlY7RhxroACCiiggAIKKKCAAgoooIC9AQEAAAAi9vFNYwAAACDS/QHG7fS5AgoooIACCiiggAIKKKCAAvYGBAAAAIjYxzeNAQAAgEj3aseEYYKAAgoooIACCiiggAIKKKCAngsDAAAA3ezjm8YAAABApGC1YxtxroACCiiggAIKKKCAAgoooIC9AQEAAAAi9vFNYwAAACDS/QHG8+cKKKCAAgoooIACCiiggAIK2BsQAAAAIGIf3zQGAAAAIt2rHROGCQIKKKCAAgoooIACCiiggAJ6LgwAAAB0s49vGgMAAACRgtWOIecKKKCAAgoooIACCiiggAIK2BsQAAAAIGIf3zQGAAAAItUfYNzOnyuggAIKKKCAAgoooIACCihgb0AAAACAiH180xgAAAAAAAAAAAAAAAAAAAAAAAAAAL7lFzuNtjpyammvAAAAAElFTkSuQmCC'

type Step = Record<string, unknown> & { type: ToolEvent['type'] }

/** Events of one call, numbered and timed. */
export function eventsOf(
  toolName: string,
  steps: Step[],
  options: { callId?: string; runId?: string; presentation?: ToolPresentation } = {},
): ToolEvent[] {
  const { callId = `call-${toolName}`, runId = 'run-1', presentation } = options
  return steps.map((step, index) => ({
    callId,
    runId,
    toolName,
    timestamp: epoch + index * 400,
    sequence: index + 1,
    ...(presentation ? { presentation } : {}),
    ...step,
  })) as unknown as ToolEvent[] // steps are the fields of their event
}

/** The card of one call's events. */
export function viewOf(events: ToolEvent[], options?: ViewOptions): ToolCallView {
  const store = createToolCardStore(options)
  store.dispatch(events)
  const [view] = store.getViews()
  if (!view) throw new Error('no card')
  return view
}

export const text = (value: string): ToolResult => ({ content: [{ type: 'text', text: value }] })
export const failed = (message: string, failure: ToolFailure = 'error', more = {}): Step => ({
  type: 'tool.failed',
  failure,
  duration: 1240,
  result: { ...text(message), isError: true, ...more },
})
export const started = (input: unknown): Step => ({ type: 'tool.started', input })
export const completed = (result: ToolResult, duration = 320): Step => ({
  type: 'tool.completed',
  result,
  duration,
})
const asked = (more = {}): Step => ({
  type: 'permission.required',
  permissionId: 'permission-1',
  input: { path: 'src/limits.ts', content: 'export const depth = 64\n' },
  ...more,
})

/** One row per state. */
export const states: Record<string, ToolEvent[]> = {
  preparing: eventsOf('search_code', [{ type: 'tool.input', delta: '{"query":"input bud' }]),
  queued: eventsOf('read_file', [
    { type: 'tool.queued', input: { path: 'packages/core/src/tool.ts' } },
  ]),
  running: eventsOf('run_command', [
    started({ command: 'pnpm test --project core' }),
    { type: 'tool.output', delta: ' RUN  v4.1.12\n\n ✓ budget.test.ts (41 tests)\n' },
  ]),
  'running with progress': eventsOf('index_files', [
    started({ folder: 'packages', include: ['**/*.ts'] }),
    { type: 'tool.progress', progress: 230, total: 400, message: 'Indexing packages/harness' },
  ]),
  approval: eventsOf('write_file', [
    asked({ reason: 'write_file changes files in the workspace.' }),
  ]),
  'approval of something destructive': eventsOf('delete_branch', [
    asked({
      input: { branch: 'release/2.0', force: true },
      destructive: true,
      reason: 'Not undoable.',
    }),
  ]),
  approved: eventsOf('write_file', [
    asked(),
    { type: 'permission.resolved', permissionId: 'permission-1', decision: 'allow' },
  ]),
  done: eventsOf('search_code', [
    started({ query: 'input budget', limit: 20 }),
    completed(text('packages/core/src/budget.ts:12: export const inputBudget = {')),
  ]),
  failed: eventsOf('fetch_url', [
    started({ url: 'https://example.org/api/items?page=3' }),
    failed('The server answered 503 Service Unavailable after 3 tries.', 'error', {
      meta: { 'toolprism/code': 'HTTP_503' },
    }),
  ]),
  'invalid arguments': eventsOf('create_issue', [
    failed(
      'priority: expected "low" | "normal" | "high", got "urgent". Closest: "high".',
      'invalid',
    ),
  ]),
  'unknown tool': eventsOf('serach_code', [
    failed('There is no tool serach_code. Closest: search_code.', 'unknown'),
  ]),
  'timed out': eventsOf('run_query', [
    started({ sql: 'select * from events' }),
    failed('No answer within 60 s.', 'timeout'),
  ]),
  abandoned: eventsOf('deploy_site', [
    started({ site: 'docs' }),
    failed('The worker went away.', 'abandoned'),
  ]),
  denied: eventsOf('delete_file', [
    asked({ input: { path: 'README.md' }, destructive: true }),
    {
      type: 'permission.resolved',
      permissionId: 'permission-1',
      decision: 'deny',
      reason: 'Keep it.',
    },
    failed('Denied by the user: Keep it.', 'denied'),
  ]),
  blocked: eventsOf('write_file', [
    started({ path: '/etc/passwd' }),
    failed('path is outside the workspace', 'blocked'),
  ]),
  cancelled: eventsOf('crawl_site', [
    started({ url: 'https://example.org' }),
    failed('Cancelled by the user.', 'cancelled'),
  ]),
  skipped: eventsOf('notify_team', [failed('An earlier step failed.', 'skipped')]),
}

const resultOf = (toolName: string, input: unknown, result: ToolResult) =>
  eventsOf(toolName, [started(input), completed(result)])

/** One row per kind of result. */
export const results: Record<string, ToolEvent[]> = {
  text: resultOf('get_weather', { city: 'Łódź' }, text('Light rain, 11 °C, wind from the west.')),
  'long text': resultOf(
    'read_file',
    { path: 'notes.md' },
    text(Array.from({ length: 40 }, (_, index) => `${index + 1}. A line of the notes.`).join('\n')),
  ),
  structured: resultOf(
    'fetch_db_metrics',
    { table: 'orders', since: '24h' },
    {
      content: [],
      structuredContent: { rows: 1_204_331, p95: 12.4, healthy: true, shards: ['eu-1', 'eu-2'] },
    },
  ),
  'structured, repeated as text': resultOf(
    'get_total',
    {},
    { content: [{ type: 'text', text: '{"total":3}' }], structuredContent: { total: 3 } },
  ),
  zero: resultOf('count_rows', { table: 'empty' }, { content: [], structuredContent: 0 }),
  false: resultOf('is_open', { door: 1 }, { content: [], structuredContent: false }),
  'empty string': resultOf('read_clipboard', {}, { content: [], structuredContent: '' }),
  null: resultOf('find_user', { id: 0 }, { content: [], structuredContent: null }),
  'empty list': resultOf(
    'list_users',
    { active: false, name: '', tags: [], manager: null },
    { content: [], structuredContent: [] },
  ),
  nothing: resultOf('clear_cache', {}, { content: [] }),
  image: resultOf(
    'take_screenshot',
    { page: '/' },
    { content: [{ type: 'image', data: pixel, mimeType: 'image/png' }] },
  ),
  'a tall image and its text': resultOf(
    'render_report',
    { title: 'Checkout latency' },
    {
      content: [
        { type: 'text', text: 'Checkout latency: p95 412 ms, 12 regions.' },
        { type: 'image', data: report, mimeType: 'image/png' },
      ],
    },
  ),
  'five images': resultOf(
    'compare_pages',
    { pages: ['/', '/docs', '/blog', '/about', '/team'] },
    {
      content: [report, pixel, report, pixel, report].map((data) => ({
        type: 'image',
        data,
        mimeType: 'image/png',
      })),
    },
  ),
  'image of a failure': eventsOf('click_button', [
    started({ selector: '#save' }),
    failed('The button is covered by a dialog.', 'error', {
      content: [
        { type: 'text', text: 'The button is covered by a dialog.' },
        { type: 'image', data: report, mimeType: 'image/png' },
      ],
    }),
  ]),
  'image of a refused kind': resultOf(
    'draw_logo',
    {},
    { content: [{ type: 'image', data: 'PHN2Zz48L3N2Zz4=', mimeType: 'image/svg+xml' }] },
  ),
  audio: resultOf(
    'speak',
    { text: 'Hello' },
    { content: [{ type: 'audio', data: 'UklGRgAAAABXQVZF', mimeType: 'audio/wav' }] },
  ),
  links: resultOf(
    'list_docs',
    {},
    {
      content: [
        {
          type: 'resource_link',
          uri: 'https://example.org/guide',
          name: 'guide',
          title: 'The guide',
          mimeType: 'text/html',
          size: 18_200,
        },
        { type: 'resource_link', uri: 'java\tscript:alert(1)', name: 'trap' },
      ],
    },
  ),
  resource: resultOf(
    'read_resource',
    { uri: 'file:///notes.txt' },
    {
      content: [
        {
          type: 'resource',
          resource: {
            uri: 'file:///notes.txt',
            mimeType: 'text/plain',
            text: 'Remember the milk.',
          },
        },
      ],
    },
  ),
  'unknown block': resultOf('future_tool', {}, {
    content: [{ type: 'hologram' }],
  } as unknown as ToolResult),
  secrets: resultOf(
    'connect',
    {
      host: 'db.example.org',
      password: 'hunter2',
      headers: { Authorization: 'Bearer abcdefghijklmnop' },
    },
    text('Connected.'),
  ),
  hostile: resultOf(
    'x',
    { path: '<img src=x onerror=alert(1)>', note: 'evil\u202egnp.exe' },
    text('</pre><script>alert(1)</script>\u001b[31mred\u001b[0m'),
  ),
  'right to left': resultOf(
    'translate',
    { text: 'صباح الخير يا عالم' },
    text('שלום עולם, 3 מילים'),
  ),
}

/** One row per tone, and what is not a tone. */
export const tones: Record<string, ToolEvent[]> = Object.fromEntries(
  ['neutral', 'info', 'success', 'warning', 'error', 'glitter'].map((tone, index) => [
    tone,
    eventsOf(
      'sync_calendar',
      [started({ days: index + 1 }), completed(text('Synced 12 events.'))],
      {
        presentation: {
          label: 'Sync calendar',
          icon: tone === 'glitter' ? 'no-such-icon' : '📅',
          tone,
          group: 'time',
        },
      },
    ),
  ]),
)

export const table: Record<string, ToolEvent[]> = {
  ...Object.fromEntries(Object.entries(states).map(([name, events]) => [`state: ${name}`, events])),
  ...Object.fromEntries(
    Object.entries(results).map(([name, events]) => [`result: ${name}`, events]),
  ),
  ...Object.fromEntries(Object.entries(tones).map(([name, events]) => [`tone: ${name}`, events])),
  'tone: success, yet failed': eventsOf('save', [started({}), failed('Disk full.')], {
    presentation: { tone: 'success' },
  }),
  'imported tool': eventsOf('mcp__github__create_issue', [
    started({ title: 'Crash on start' }),
    completed(text('#41')),
  ]),
}
