import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { ToolEvent } from '@toolprism/core'
import {
  createToolCardState,
  createToolCardStore,
  reduceToolEvent,
  type ToolCallView,
} from '@toolprism/ui-presentations'
import { readUIMessageStream, type UIMessageChunk } from 'ai'
import { build } from 'esbuild'
import type { Bench, Suite } from '../lib/bench.mjs'

// cwd is bench/.
const house = join(process.cwd(), '..')

/** A run's stream: calls that print 46 times, report progress, and end; eight at a time, as parallel calls do. */
function eventsOf(calls: number): ToolEvent[] {
  const events: ToolEvent[] = []
  const runId = 'run-1'
  for (let first = 0; first < calls; first += 8)
    for (let step = 0; step < 50; step++)
      for (let call = first; call < Math.min(first + 8, calls); call++)
        events.push({
          callId: `call-${call}`,
          toolName: 'run_command',
          runId,
          timestamp: 1_767_225_600_000 + events.length,
          sequence: events.length + 1,
          ...bodyOf(step),
        } as ToolEvent) // a body and what every event has
  return events
}

function bodyOf(step: number): object {
  if (step === 0) return { type: 'tool.queued', input: { command: 'pnpm test', cwd: '.' } }
  if (step === 1) return { type: 'tool.started', input: { command: 'pnpm test', cwd: '.' } }
  if (step === 49)
    return {
      type: 'tool.completed',
      duration: 1200,
      result: { content: [{ type: 'text', text: 'ok' }] },
    }
  if (step === 25) return { type: 'tool.progress', progress: 1, total: 2, message: 'half' }
  return { type: 'tool.output', delta: `✓ budget.test.ts (${step} tests)\n` }
}

/** What a page that wants no more than a list would write: one mutable record a call, no order, no doubles, no views. */
function reduceByHand(events: readonly ToolEvent[]): Map<string, object> {
  const calls = new Map<
    string,
    { status: string; input?: unknown; output: string; progress?: unknown; result?: unknown }
  >()
  for (const event of events) {
    const call = calls.get(event.callId) ?? { status: 'preparing', output: '' }
    calls.set(event.callId, call)
    if (event.type === 'tool.queued') call.status = 'queued'
    else if (event.type === 'tool.started')
      Object.assign(call, { status: 'running', input: event.input })
    else if (event.type === 'tool.progress') call.progress = event
    else if (event.type === 'tool.output') call.output += event.delta
    else if (event.type === 'tool.completed')
      Object.assign(call, { status: 'done', result: event.result })
  }
  return calls
}

function reduceAll(events: readonly ToolEvent[]) {
  let state = createToolCardState()
  for (const event of events) state = reduceToolEvent(state, event)
  return state
}

/** A page that draws every 100 events: each time, the views of all calls. */
function readOften(events: readonly ToolEvent[], every: number): readonly ToolCallView[] {
  const store = createToolCardStore()
  let views: readonly ToolCallView[] = []
  for (let start = 0; start < events.length; start += every) {
    store.dispatch(events.slice(start, start + every))
    views = store.getViews()
  }
  return views
}

/** The same stream as the AI SDK writes it: text that grows is a preliminary output. */
function chunksOf(events: readonly ToolEvent[]): UIMessageChunk[] {
  const outputs = new Map<string, string>()
  const chunks: UIMessageChunk[] = [{ type: 'start', messageId: 'm' }]
  for (const event of events) {
    const call = { toolCallId: event.callId }
    if (event.type === 'tool.queued')
      chunks.push({ type: 'tool-input-start', ...call, toolName: event.toolName })
    else if (event.type === 'tool.started')
      chunks.push({
        type: 'tool-input-available',
        ...call,
        toolName: event.toolName,
        input: event.input,
      })
    else if (event.type === 'tool.output') {
      const output = (outputs.get(event.callId) ?? '') + event.delta
      outputs.set(event.callId, output)
      chunks.push({ type: 'tool-output-available', ...call, output, preliminary: true })
    } else if (event.type === 'tool.completed')
      chunks.push({ type: 'tool-output-available', ...call, output: 'ok' })
  }
  return [...chunks, { type: 'finish' }]
}

async function readMessages(chunks: readonly UIMessageChunk[]): Promise<unknown> {
  const stream = new ReadableStream<UIMessageChunk>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
  let last: unknown
  for await (const message of readUIMessageStream({ stream })) last = message
  return last
}

async function reducing(bench: Bench): Promise<void> {
  const events = eventsOf(2000)
  await bench.compare({
    case: 'reduce 100,000 events of 2,000 calls',
    floor: 'mutable records in a Map',
    batches: bench.quick ? 1 : 3,
    subjects: {
      'mutable records in a Map': {
        version: process.version,
        run: () => reduceByHand(events),
        iterations: 1,
      },
      toolprism: {
        run: () => reduceAll(events),
        iterations: 1,
        goal: { max: 300_000, on: 'value' },
      },
      'toolprism store, views every 100 events': {
        run: () => readOften(events, 100),
        iterations: 1,
      },
    },
  })
  const few = eventsOf(16)
  const chunks = chunksOf(few)
  await bench.compare({
    case: '800 events of 16 calls, a state after each',
    floor: 'toolprism',
    batches: bench.quick ? 1 : 3,
    subjects: {
      toolprism: {
        run: () => readOften(few, 1),
        iterations: 1,
        goal: { min: 2, than: 'AI SDK readUIMessageStream' },
      },
      'AI SDK readUIMessageStream': {
        version: bench.packageVersion('ai'),
        run: () => readMessages(chunks),
        iterations: 1,
      },
    },
  })
}

async function rendering(bench: Bench): Promise<void> {
  // React decides at its first import whether it is the build people ship.
  const production = 'data:text/javascript,process.env.NODE_ENV="production"'
  const measured = (await bench.fresh(
    'subjects/ui-card-list.ts',
    ['1000', bench.quick ? '40' : '120'],
    ['--import', production],
  )) as { cardsRendered: number; ours: number; plain: number; ratio: number }
  const row = { case: 'one card of 1,000 changes, React', unit: 'us', metric: 'time' }
  bench.record({
    ...row,
    subject: 'toolprism',
    metric: 'cards rendered',
    unit: 'cards',
    value: measured.cardsRendered,
    goal: { max: 1, on: 'value' },
  })
  bench.record({
    ...row,
    subject: 'memo of two words',
    version: `react ${bench.packageVersion('react')}`,
    value: measured.plain,
    floor: measured.plain,
  })
  bench.record({
    ...row,
    subject: 'toolprism',
    value: measured.ours,
    floor: measured.plain,
    ratio: measured.ratio,
  })
}

/** Own code, minified and zipped: core is counted in its own suite, React is the page's, icon drawings are data. */
async function footprint(bench: Bench): Promise<void> {
  const entries = {
    '.': ['index.ts', 8],
    './element': ['element.ts', 14],
    './react': ['react.tsx'],
  } as const
  for (const [entry, [file, max]] of Object.entries(entries)) {
    for (const icons of entry === '.' ? [false, true] : [true]) {
      const built = await build({
        entryPoints: [join(house, 'packages/ui-presentations/src', file)],
        bundle: true,
        minify: true,
        write: false,
        format: 'esm',
        platform: 'neutral',
        target: 'es2022',
        jsx: 'automatic',
        conditions: ['@toolprism/source'],
        external: ['react', 'react/*', '@toolprism/core', ...(icons ? [] : ['*/icons.generated'])],
      })
      bench.record({
        case: `${entry}${icons ? '' : ' without icon drawings'}`,
        subject: 'toolprism',
        metric: 'minified + gzip',
        unit: 'KB',
        value: gzipSync(built.outputFiles[0]?.contents ?? '').length / 1000,
        ...(max && !(icons && entry === '.') ? { goal: { max, on: 'value' } } : {}),
      })
    }
  }
}

export default {
  name: 'ui',
  about:
    'From events to cards. Reducing: our states are immutable, in order whatever the order of arrival, and free of doubles; the floor is neither. The AI SDK reads the same calls from its own chunks. React: a store of 1,000 cards in a DOM without layout (happy-dom); a change is one event, drawn synchronously; the floor draws one word a card.',
  async run(bench) {
    await reducing(bench)
    await rendering(bench)
    await footprint(bench)
  },
} satisfies Suite
