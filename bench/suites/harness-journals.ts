import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { restateRunHost } from '@toolprism/adapter-restate'
import { type JournalFactory, memoryJournal } from '@toolprism/harness'
import { fileJournal } from '@toolprism/harness/node'
import { type Bench, median, type Suite } from '../lib/bench.mjs'
import { type RestateBench, startRestate, waitUntil } from '../lib/restate'
import { journalAgent } from '../subjects/journal-agent'

const stepsOf = (turns: number) => turns * 3 + 2

/** Runs of nothing but steps, interleaved; the figure is the median of a run's milliseconds by its steps. */
async function overhead(bench: Bench, restate: RestateBench): Promise<void> {
  const turns = bench.quick ? 20 : 60
  const folder = mkdtempSync(join(tmpdir(), 'toolprism-journals-'))
  const host = restateRunHost({ ...restate, service: 'bench' })
  const inProcess = (journal: (round: number) => JournalFactory) => async (round: number) => {
    await journalAgent({ turns }).run('go', { runId: 'r', journal: journal(round) }).finished
  }
  const subjects: Record<string, (round: number) => Promise<unknown>> = {
    memoryJournal: inProcess(() => memoryJournal()),
    fileJournal: inProcess((round) => fileJournal(join(folder, `${round}.jsonl`))),
    'fileJournal, on the disk': inProcess((round) =>
      fileJournal(join(folder, `${round}-sync.jsonl`), { sync: true }),
    ),
    'Restate, one worker': async (round) => {
      await host.start(`run-${round}`, 'go')
      await host.result(`run-${round}`, { timeoutMs: 60_000 })
    },
  }
  const worker = await restate.startWorker(await bench.bundle('subjects/restate-worker.ts'), {
    turns,
  })
  await restate.register()
  const times = new Map<string, number[]>()
  for (let round = -2; round < (bench.quick ? 5 : 15); round++)
    for (const [name, run] of Object.entries(subjects)) {
      const started = performance.now()
      await run(round + 10)
      const taken = (performance.now() - started) / stepsOf(turns)
      // The first two warm up.
      if (round >= 0) times.set(name, [...(times.get(name) ?? []), taken])
    }
  worker.kill('SIGKILL')
  const floor = median(times.get('memoryJournal')!)
  for (const [name, taken] of times) {
    const value = median(taken)
    const goal = name.startsWith('Restate') ? 8 : name === 'memoryJournal' ? 0.05 : undefined
    bench.record({
      case: `milliseconds a step, a run of ${stepsOf(turns)}`,
      subject: name,
      metric: 'time',
      unit: 'ms',
      value,
      floor,
      ratio: value / floor,
      ...(goal === undefined ? {} : { goal: { max: goal, on: 'value' as const } }),
    })
  }
}

/** A worker is killed in a run's last step; another process gets the whole journal and comes to that step again. */
async function replay(bench: Bench, restate: RestateBench): Promise<void> {
  const turns = 66
  const host = restateRunHost({ ...restate, service: 'bench' })
  const program = await bench.bundle('subjects/restate-worker.ts')
  const file = join(restate.folder, 'replays')
  const taken: number[] = []
  const lines = () => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [])
  for (let round = 0; round < (bench.quick ? 3 : 7); round++) {
    const gate = join(restate.folder, `gate-${round}`)
    const options = { turns, characters: 20_000, gate }
    const before = lines().length
    const first = await restate.startWorker(program, options)
    await host.start(`replay-${round}`, 'go')
    await waitUntil('the last step', () => lines().length === before + 1)
    first.kill('SIGKILL')
    const second = await restate.startWorker(program, options)
    await waitUntil('the last step again', () => lines().length === before + 2)
    taken.push(Number(lines()[before + 1]))
    writeFileSync(gate, '')
    await host.result(`replay-${round}`, { timeoutMs: 60_000 })
    second.kill('SIGKILL')
  }
  bench.record({
    case: `replay of ${stepsOf(turns) - 1} steps, 66 of 20 kB, in a new process`,
    subject: 'Restate',
    metric: 'time',
    unit: 'ms',
    value: median(taken),
    goal: { max: 150, on: 'value' },
  })
}

export default {
  name: 'harness-journals',
  about:
    'What a journal adds to a step of a run: model, check and tool take no time themselves. Restate: the server of durable/ and one worker on this machine, from start to result.',
  async run(bench) {
    const restate = await startRestate()
    try {
      await overhead(bench, restate)
      await replay(bench, restate)
    } finally {
      restate.close()
    }
  },
} satisfies Suite
