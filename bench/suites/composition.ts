import { readFileSync } from 'node:fs'
import { Resvg } from '@resvg/resvg-js'
import { Renderer } from '@takumi-rs/core'
import type { Composition } from '@toolprism/composition'
import { createRuntime, standardPack } from '@toolprism/composition/runtime'
import { createTakumiBackend } from '@toolprism/composition/takumi'
import satori from 'satori'
import { BlockCollection, Blocks } from 'slack-block-builder'
import { incidentReport } from '../../examples/compositions/incident-report'
import type { Suite } from '../lib/bench.mjs'

// cwd is bench/.
const inter = (weight: number) =>
  new Uint8Array(
    readFileSync(`node_modules/@fontsource/inter/files/inter-latin-${weight}-normal.woff`),
  )
const regular = inter(400)
const semibold = inter(600)
const fonts = [
  { name: 'Inter', weight: 400, data: regular },
  { name: 'Inter', weight: 600, data: semibold },
]

const runtime = createRuntime({ packs: [standardPack] })
const { markdown, slack, snapshot, svg } = runtime.surfaces

/** 50 nodes of the kinds a report has. */
const fifty: Composition = {
  type: 'view',
  title: 'Report',
  body: Array.from({ length: 10 }, (_, index) => ({
    type: 'section',
    title: `Part ${index}`,
    body: [
      { type: 'text', text: 'A paragraph with some *marks* in it, as a model writes.' },
      { type: 'stat', items: [{ label: 'p95', value: 412, unit: 'ms', tone: 'danger' }] },
      { type: 'list', items: ['one', 'two', { text: 'three', done: true }] },
      { type: 'callout', tone: 'info', text: 'Noted.' },
    ],
  })),
}

/** As many values as the input budget allows. */
const huge: Composition = {
  type: 'view',
  body: Array.from({ length: 10 }, () => ({
    type: 'table',
    columns: ['a', 'b', 'c'].map((key) => ({ key, label: key })),
    rows: Array.from({ length: 496 }, (_, row) => ({ a: row, b: 'text', c: true })),
  })),
}

const rows = ['Region', 'Service', 'Version', 'Owner']
const card: Composition = {
  type: 'view',
  title: 'Checkout latency',
  subtitle: 'Twelve minutes of slow answers',
  body: [{ type: 'fields', items: rows.map((label) => ({ label, value: `${label} of the day` })) }],
}
const cardMessage: Composition = {
  ...card,
  body: [{ type: 'text', text: 'Twelve minutes of slow answers' }, { type: 'divider' }],
}

/** The same card for satori: it takes elements of React's shape. */
const element = (style: object, children: unknown): object => ({
  type: 'div',
  props: { style: { display: 'flex', boxSizing: 'border-box', ...style }, children },
})
const satoriCard = element(
  {
    flexDirection: 'column',
    width: 1200,
    height: 630,
    padding: 44,
    gap: 24,
    background: '#fff',
    fontFamily: 'Inter',
    fontSize: 16,
    color: '#1b2028',
  },
  [
    element({ fontSize: 28, fontWeight: 600 }, 'Checkout latency'),
    element({ fontSize: 17, color: '#5a6372' }, 'Twelve minutes of slow answers'),
    element(
      { flexDirection: 'column', borderTop: '1px solid #dfe3e9' },
      rows.map((label) =>
        element({ padding: '8px 0', gap: 18, borderBottom: '1px solid #dfe3e9' }, [
          element({ width: 90, color: '#5a6372' }, label),
          element({ flex: 1 }, `${label} of the day`),
        ]),
      ),
    ),
  ],
)
const satoriOptions = {
  width: 1200,
  height: 630,
  fonts: fonts.map((font) => ({ ...font, data: Buffer.from(font.data), style: 'normal' as const })),
}
const drawSatori = () => satori(satoriCard as never, satoriOptions as never)

const size = { width: 1200, height: 630 }
const backend = createTakumiBackend({ scale: 1, fonts })
const renderer = new Renderer()
const bare = (shot: ReturnType<typeof snapshot.render>) => {
  const options = {
    width: shot.width,
    css: [shot.css],
    fonts,
    ...(shot.fixedHeight && { height: shot.height }),
  }
  return {
    png: () => renderer.render(shot.element as never, { ...options, format: 'png' } as never),
    svg: () => renderer.renderSvg(shot.element as never, options as never),
  }
}
const bareCard = bare(snapshot.render(card, size))
const bareReport = bare(snapshot.render(incidentReport))
const template = () =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">${rows.map((label, index) => `<text x="44" y="${150 + index * 40}">${label}</text><text x="150" y="${150 + index * 40}">${label} of the day</text>`).join('')}</svg>`

export default {
  name: 'composition',
  about:
    'Validation and drawing. Ours always includes the input budget, the schema, the lowering and the printer; bare takumi gets the finished node tree and style sheet of the same page; satori gets a hand-written element tree of the same card. Fonts are loaded once by everybody.',
  async run(bench) {
    const takumi = bench.packageVersion('@takumi-rs/core')
    await bench.compare({
      case: 'validate + render Markdown, 50 nodes',
      floor: 'JSON round trip',
      subjects: {
        'JSON round trip': {
          version: process.version,
          run: () => JSON.parse(JSON.stringify(fifty)),
        },
        toolprism: {
          run: () => markdown.render(fifty),
          goal: { max: 2_000, on: 'value' },
        },
      },
    })
    await bench.compare({
      case: 'validate + render Markdown, 20,000 values',
      floor: 'JSON round trip',
      batches: 5,
      subjects: {
        'JSON round trip': {
          version: process.version,
          run: () => JSON.parse(JSON.stringify(huge)),
        },
        toolprism: {
          run: () => markdown.render(huge),
          iterations: 1,
          goal: { max: 150_000, on: 'value' },
        },
      },
    })
    await bench.compare({
      case: 'PNG of a card, 1200 x 630',
      floor: 'bare takumi',
      batches: 5,
      subjects: {
        'bare takumi': { version: takumi, run: bareCard.png, iterations: 1 },
        toolprism: {
          run: () => backend.png(snapshot.render(card, size)),
          iterations: 1,
          goal: [{ max: 1.5 }, { min: 5, than: 'satori + resvg' }],
        },
        'satori + resvg': {
          version: `${bench.packageVersion('satori')} + ${bench.packageVersion('@resvg/resvg-js')}`,
          run: async () => new Resvg(await drawSatori()).render().asPng(),
          iterations: 1,
        },
      },
    })
    await bench.compare({
      case: 'PNG of a report, 960 x 1850',
      floor: 'bare takumi',
      batches: 3,
      subjects: {
        'bare takumi': { version: takumi, run: bareReport.png, iterations: 1 },
        toolprism: {
          run: () => backend.png(snapshot.render(incidentReport)),
          iterations: 1,
          goal: { max: 1.5 },
        },
      },
    })
    await bench.compare({
      case: 'SVG of a card',
      floor: 'string template',
      batches: 10,
      subjects: {
        'string template': { version: process.version, run: template },
        toolprism: {
          run: () => svg.render(card, { width: 1200 }),
          goal: [
            { min: 1, than: 'bare takumi' },
            { min: 1, than: 'satori' },
          ],
        },
        'bare takumi': { version: takumi, run: bareCard.svg },
        satori: { version: bench.packageVersion('satori'), run: drawSatori, iterations: 1 },
      },
    })
    await bench.compare({
      case: 'Slack message, four blocks',
      floor: 'plain object',
      subjects: {
        'plain object': {
          version: process.version,
          run: () =>
            JSON.stringify([
              { type: 'header', text: { type: 'plain_text', text: 'Checkout latency' } },
              { type: 'section', text: { type: 'mrkdwn', text: 'Twelve minutes of slow answers' } },
              { type: 'divider' },
            ]),
        },
        toolprism: { run: () => JSON.stringify(slack.render(cardMessage)) },
        'slack-block-builder': {
          version: bench.packageVersion('slack-block-builder'),
          run: () =>
            JSON.stringify(
              BlockCollection(
                Blocks.Header({ text: 'Checkout latency' }),
                Blocks.Section({ text: 'Twelve minutes of slow answers' }),
                Blocks.Divider(),
              ),
            ),
        },
      },
    })
  },
} satisfies Suite
