import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { restateRunHost } from '@toolprism/adapter-restate'
import { type JournalFactory, memoryJournal } from '@toolprism/harness'
import { fileJournal } from '@toolprism/harness/node'
import { waitUntil } from '../../durable/wait-until'
import { type Bench, median, type Suite } from '../lib/bench.mjs'
import { type RestateBench, startRestate, workerPrograms } from '../lib/restate'
import { journalAgent } from '../subjects/journal-agent'
import { journalSteps } from '../subjects/journal-steps'

type Programs = Awaited<ReturnType<typeof workerPrograms>>

const stepsOf = (turns: number) => turns * 3 + 2
/** What a subject adds to the floor, round by round. */
const added = (taken: number[], floor: number[]) =>
  median(taken.map((time, round) => time - floor[round]!))

/** Rounds in which every subject runs in turn, after some that warm up. */
async function interleave(
  subjects: Record<string, () => Promise<number>>,
  { warm, rounds }: { warm: number; rounds: number },
): Promise<Map<string, number[]>> {
  const times = new Map(Object.keys(subjects).map((name) => [name, [] as number[]]))
  const names = Object.keys(subjects)
  for (let round = -warm; round < rounds; round++)
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(turn + round + warm) % names.length]!
      const taken = await subjects[name]!()
      if (round >= 0) times.get(name)!.push(taken)
    }
  return times
}

/** A journal without a loop around it: what `run` costs more than calling the step. */
async function alone(bench: Bench): Promise<void> {
  const steps = journalSteps()
  const count = (name: string) => (name.endsWith('disk') ? 50 : 2000)
  const subjects = Object.fromEntries(
    Object.entries(steps).map(([name, take]) => [name, () => take(count(name))]),
  )
  const times = await interleave(subjects, { warm: 5, rounds: bench.quick ? 9 : 25 })
  for (const [name, taken] of times)
    bench.record({
      case: 'what a journal adds to a step, the journal alone',
      subject: name,
      metric: 'time',
      unit: 'ms',
      value: name === 'no journal' ? median(taken) : added(taken, times.get('no journal')!),
      ...(name === 'memoryJournal' ? { goal: { max: 0.05, on: 'value' as const } } : {}),
    })
}

/** Runs of nothing but steps. Those of an engine are shown as what they add to the same run in memory. */
async function overhead(bench: Bench, restate: RestateBench, programs: Programs): Promise<void> {
  const turns = bench.quick ? 20 : 60
  const steps = stepsOf(turns)
  const folder = mkdtempSync(join(tmpdir(), 'toolprism-journals-'))
  const host = restateRunHost({ ...restate, service: 'agent' })
  let runs = 0
  const timed = (work: (id: string) => Promise<unknown>) => async () => {
    const started = performance.now()
    await work(`run-${runs++}`)
    return (performance.now() - started) / steps
  }
  const inProcess = (journal: (id: string) => JournalFactory) =>
    timed((id) => journalAgent({ turns }).run('go', { runId: id, journal: journal(id) }).finished)
  const workers = [
    await restate.startWorker(programs.agent, { turns }),
    await restate.startWorker(programs.bare, { turns }),
  ]
  const subjects = {
    memoryJournal: inProcess(() => memoryJournal()),
    fileJournal: inProcess((id) => fileJournal(join(folder, `${id}.jsonl`))),
    'fileJournal, on the disk': inProcess((id) =>
      fileJournal(join(folder, `${id}-sync.jsonl`), { sync: true }),
    ),
    'Restate, one worker': timed(async (id) => {
      await host.start(id, 'go')
      await host.result(id, { timeoutMs: 60_000 })
    }),
    'Restate SDK alone, as many steps': timed((id) => playBare(restate, id)),
  }
  const times = await interleave(subjects, { warm: 3, rounds: bench.quick ? 7 : 15 })
  for (const worker of workers) await worker.kill()
  const memory = times.get('memoryJournal')!
  for (const [name, taken] of times) {
    const isFloor = name === 'memoryJournal'
    bench.record({
      case: `a step in a run of ${steps}: the whole of it in memory, and what others add`,
      subject: name,
      metric: 'time',
      unit: 'ms',
      value: isFloor ? median(taken) : added(taken, memory),
      ...(name.startsWith('Restate, ') ? { goal: { max: 8, on: 'value' as const } } : {}),
    })
  }
}

/** A run of the SDK's own, asked for as `restateRunHost` does. */
async function playBare({ ingressUrl }: RestateBench, id: string): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  await fetch(`${ingressUrl}/bare/${id}/run/send`, { method: 'POST', headers, body: '{}' })
  const ended = await fetch(`${ingressUrl}/restate/workflow/bare/${id}/attach`, {
    signal: AbortSignal.timeout(60_000),
  })
  if (!ended.ok) throw new Error(`the bare run failed: ${await ended.text()}`)
  await ended.text()
}

/** A worker is killed in a run's last step; another process gets the whole journal and comes to that step again. */
async function replay(bench: Bench, restate: RestateBench, programs: Programs): Promise<void> {
  const turns = 66
  const host = restateRunHost({ ...restate, service: 'agent' })
  const file = join(restate.folder, 'replays')
  const lines = () => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [])
  let runs = 0
  const replayed =
    (program: Programs['agent'], start: (id: string) => Promise<unknown>) => async () => {
      const id = `replay-${runs++}`
      const gate = join(restate.folder, `gate-${id}`)
      const options = { turns, characters: 20_000, gate }
      const before = lines().length
      const first = await restate.startWorker(program, options)
      const ended = start(id)
      await waitUntil('the last step', 30_000, () => lines().length === before + 1)
      await first.kill()
      const second = await restate.startWorker(program, options)
      await waitUntil('the last step again', 30_000, () => lines().length === before + 2)
      writeFileSync(gate, '')
      await ended
      await second.kill()
      return Number(lines()[before + 1])
    }
  const subjects = {
    'Restate, an agent': replayed(programs.agent, async (id) => {
      await host.start(id, 'go')
      await host.result(id, { timeoutMs: 60_000 })
    }),
    'Restate SDK alone, as many steps': replayed(programs.bare, (id) => playBare(restate, id)),
  }
  const times = await interleave(subjects, { warm: 0, rounds: bench.quick ? 3 : 9 })
  for (const [name, taken] of times)
    bench.record({
      case: `replay of ${stepsOf(turns) - 1} steps, 66 of 20 kB, in a new process`,
      subject: name,
      metric: 'time',
      unit: 'ms',
      value: median(taken),
      floor: median(times.get('Restate SDK alone, as many steps')!),
      ...(name === 'Restate, an agent' ? { goal: { max: 150, on: 'value' as const } } : {}),
    })
}

export default {
  name: 'harness-journals',
  about:
    'What a journal adds to a step of a run: model, check and tool take no time themselves. Restate: the server of durable/ and one worker on this machine, from start to result; beside it the SDK by itself, with as many steps of the same size.',
  async run(bench) {
    await alone(bench)
    const restate = await startRestate()
    try {
      const programs = await workerPrograms(bench.bundle)
      await overhead(bench, restate, programs)
      await replay(bench, restate, programs)
    } finally {
      await restate.close()
    }
  },
} satisfies Suite
