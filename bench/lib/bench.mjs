import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { bundleFile, house } from '../../tools/private-folder.mjs'

/**
 * @typedef {object} Row One figure, in the form of `--json`.
 * @property {string} suite
 * @property {string} case
 * @property {string} subject
 * @property {string} version
 * @property {string} metric
 * @property {string} unit
 * @property {number} value
 * @property {number} [floor] value of the floor in the same run
 * @property {number} [ratio] value over floor; the median over rounds of the same-round ratios
 * @property {string} [goal] e.g. `ratio <= 4`
 * @property {boolean} [holds]
 *
 * @typedef {object} Goal A limit of a row's ratio (default) or value, or of its ratio to another subject (`than`).
 * @property {number} [max]
 * @property {number} [min]
 * @property {'ratio' | 'value'} [on]
 * @property {string} [than] another subject of the case: `min: 5, than: 'peer'` means at least 5 times faster than it
 *
 * @typedef {object} Subject
 * @property {() => unknown} run one operation; may be async (every subject is awaited, so that all pay alike)
 * @property {string} [version] of the peer; `packageVersion('zod')`
 * @property {number} [iterations] operations a batch; fixed, for allocating code. Found in the warm-up when left out
 * @property {Goal | Goal[]} [goal]
 */

/** What a suite works with. */
export function createBench(suite, quick) {
  /** @type {Row[]} */
  const rows = []
  const rounds = quick ? 5 : 9
  const add = (row) => rows.push({ suite, ...row })

  return {
    quick,
    rounds,
    rows,
    packageVersion,

    /** Records a figure measured by the suite itself. `floor` gives a ratio, `goal` a verdict. */
    record({ goal, ...row }) {
      const ratio = row.ratio ?? (row.floor === undefined ? undefined : row.value / row.floor)
      const full = { version: 'workspace', ...row, ...(ratio === undefined ? {} : { ratio }) }
      add({ ...full, ...verdict(goal, full, () => undefined) })
    },

    /**
     * Times subjects against a floor, interleaved: in every round each runs in turn, starting one further.
     * A round's figure is the median of batches of about 1 ms; the value is the median of the rounds.
     *
     * @param {{ case: string, floor: string, subjects: Record<string, Subject>, metric?: string, batches?: number }} options
     */
    async compare({ case: caseName, floor, subjects, metric = 'time', batches = quick ? 15 : 40 }) {
      const names = Object.keys(subjects)
      const iterations = new Map()
      for (const name of names) iterations.set(name, await warmUp(subjects[name], quick))
      const times = new Map(names.map((name) => [name, []]))
      for (let round = 0; round < rounds; round++)
        for (let turn = 0; turn < names.length; turn++) {
          const name = names[(turn + round) % names.length]
          globalThis.gc?.({ type: 'minor' })
          times.get(name).push(await measure(subjects[name].run, iterations.get(name), batches))
        }
      const against = (name, base) =>
        median(times.get(name).map((time, round) => time / times.get(base)[round]))
      const base = median(times.get(floor))
      for (const name of names) {
        const { version = 'workspace', goal } = subjects[name]
        const row = {
          case: caseName,
          subject: name,
          version,
          metric,
          unit: 'us',
          value: median(times.get(name)),
        }
        const full = { ...row, floor: base, ratio: against(name, floor) }
        // `than` asks how many times faster: the other's time over this one's.
        add({ ...full, ...verdict(goal, full, (other) => against(other, name)) })
      }
    },

    /**
     * Runs a file of bench/ in a fresh process and answers the JSON value it prints last.
     * @param {string} file relative to bench/, e.g. `subjects/import-core.ts`
     */
    async fresh(file, args = [], nodeOptions = []) {
      const module = await bundleFile('bench', join(house, 'bench', file))
      const run = spawnSync(process.execPath, [...nodeOptions, module, ...args], {
        encoding: 'utf8',
        cwd: join(house, 'bench'),
        maxBuffer: 64 * 1024 * 1024,
      })
      if (run.status !== 0) throw new Error(`${file} ended with ${run.status}: ${run.stderr}`)
      return JSON.parse(run.stdout.trim().split('\n').at(-1))
    },

    /** The bundled form of a file of bench/, for a suite that starts processes itself (servers). */
    bundle: (file) => bundleFile('bench', join(house, 'bench', file)),
  }
}

/** Keeps results alive, so that no call is optimised away. */
let sink
export const consumed = () => sink

/** Runs a subject until it is hot and answers how many operations make a batch of about 1 ms. */
async function warmUp(subject, quick) {
  const until = performance.now() + (quick ? 150 : 400)
  let count = 0
  const start = performance.now()
  while (performance.now() < until || count < 5) {
    sink = await subject.run()
    count++
  }
  const each = (performance.now() - start) / count
  return subject.iterations ?? Math.max(1, Math.round(1 / each))
}

async function measure(run, iterations, batches) {
  const times = []
  for (let batch = 0; batch < batches; batch++) {
    const start = performance.now()
    for (let index = 0; index < iterations; index++) sink = await run()
    times.push(((performance.now() - start) * 1000) / iterations)
  }
  return median(times)
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

function verdict(goal, row, fasterThan) {
  if (!goal) return {}
  const goals = Array.isArray(goal) ? goal : [goal]
  const told = goals.map((item) => {
    const { max, min, on = 'ratio', than } = item
    const figure = than === undefined ? row[on] : fasterThan(than)
    const holds = (max === undefined || figure <= max) && (min === undefined || figure >= min)
    const limit = max === undefined ? `>= ${min}` : `<= ${max}`
    const what = than === undefined ? on : `times faster than ${than}`
    return { text: than === undefined ? `${what} ${limit}` : `${limit} ${what}`, holds, figure }
  })
  return {
    goal: told.map(({ text }) => text).join('; '),
    holds: told.every(({ holds }) => holds),
  }
}

/** The version of a package installed in bench/. */
export function packageVersion(name) {
  const require = createRequire(join(house, 'bench/package.json'))
  for (const base of require.resolve.paths(name)) {
    try {
      return JSON.parse(readFileSync(join(base, name, 'package.json'), 'utf8')).version
    } catch {
      // Not in this folder: the next one up.
    }
  }
  throw new Error(`${name} is not installed in bench/`)
}
