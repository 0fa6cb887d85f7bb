import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { packAll } from '../../release/pack.mjs'
import { type Bench, median, type Suite } from '../lib/bench.mjs'
import { type FootprintSubject, jobs } from '../lib/footprint-subjects'
import { type Installed, installAlone } from '../lib/install-alone'

/** A fresh process imports the module and tells milliseconds and resident memory; `bare` imports nothing. */
const probe = (file: string | undefined) =>
  `const start = performance.now(); ${file ? `await import(${JSON.stringify(file)});` : ''}
   console.log(JSON.stringify([performance.now() - start, process.memoryUsage().rss / 1e6]))`

function importOnce(folder: string, file?: string): [number, number] {
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', probe(file)], {
    cwd: folder,
    encoding: 'utf8',
  })
  if (run.status !== 0) throw new Error(run.stderr)
  return JSON.parse(run.stdout.trim().split('\n').at(-1) ?? '')
}

async function bundle(file: string): Promise<{ minified: number; gzip: number } | undefined> {
  try {
    const output = await build({
      entryPoints: [file],
      bundle: true,
      minify: true,
      write: false,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      mainFields: ['module', 'main'],
      conditions: ['import', 'module', 'default'],
      external: ['*.node'],
      loader: { '.wasm': 'empty' },
      logLevel: 'silent',
    })
    const [code] = output.outputFiles
    return code && { minified: code.contents.length, gzip: gzipSync(code.contents).length }
  } catch {
    // What cannot be bundled at all has no figure.
    return undefined
  }
}

async function weighJob(
  bench: Bench,
  job: string,
  subjects: FootprintSubject[],
  home: (subject: FootprintSubject) => string,
  tarballs: Record<string, string>,
) {
  const installs = new Map<FootprintSubject, Installed[]>(subjects.map((item) => [item, []]))
  // The first round fills npm's cache; a quick run has no other.
  for (let round = 0; round < (bench.quick ? 1 : 4); round++)
    for (const subject of subjects) {
      const facts = installAlone(home(subject), subject.install, tarballs)
      if (bench.quick || round > 0) installs.get(subject)?.push(facts)
    }
  const imports = new Map<FootprintSubject, [number, number][]>(subjects.map((item) => [item, []]))
  const bare: number[] = []
  for (const subject of subjects) writeFileSync(join(home(subject), 'job.mjs'), subject.module)
  for (let round = 0; round < (bench.quick ? 3 : bench.rounds); round++) {
    bare.push(importOnce(process.cwd())[1])
    for (const subject of subjects)
      imports.get(subject)?.push(importOnce(home(subject), join(home(subject), 'job.mjs')))
  }
  for (const subject of subjects) {
    const [first = ''] = subject.install
    const ours = first.startsWith('@toolprism/')
    const row = {
      case: job,
      subject: subject.name,
      ...(ours ? {} : { version: bench.packageVersion(first) }),
    }
    const facts = installs.get(subject) ?? []
    const times = imports.get(subject) ?? []
    const record = (metric: string, unit: string, value: number, floor?: number) =>
      bench.record({ ...row, metric, unit, value, ...(floor === undefined ? {} : { floor }) })
    record('install', 's', median(facts.map(({ seconds }) => seconds)))
    record('installed', 'packages', facts[0]?.packages ?? 0)
    record('on disk', 'MB', facts[0]?.megabytes ?? 0)
    record('import', 'ms', median(times.map(([time]) => time)))
    record('memory after import', 'MB', median(times.map(([, rss]) => rss)), median(bare))
    const size = await bundle(join(home(subject), 'job.mjs'))
    if (size) record('minified', 'KB', size.minified / 1000)
    if (size) record('minified and gzip', 'KB', size.gzip / 1000)
  }
}

export default {
  name: 'footprint',
  about:
    'What a user gets for one job: npm install from a warm cache into an empty folder (ours from packed tarballs, zod included for everybody who takes it), everything that arrived, a fresh process that imports what the job needs, and the same bundled by esbuild for Node. Memory is resident, its ratio to a process that imports nothing.',
  async run(bench) {
    const folder = mkdtempSync(join(tmpdir(), 'toolprism-footprint-'))
    try {
      const packed = await packAll(join(process.cwd(), '..'), join(folder, 'packed'))
      const tarballs = Object.fromEntries(
        packed.map(({ tarball, unpacked }) => {
          const { name } = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8'))
          return [name, tarball]
        }),
      )
      for (const { job, subjects } of jobs) {
        const chosen = bench.quick ? subjects.slice(0, 2) : subjects
        const home = ({ name }: FootprintSubject) =>
          join(folder, job.replace(/\W+/g, '-'), name.replace(/\W+/g, '-'))
        await weighJob(bench, job, chosen, home, tarballs)
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
} satisfies Suite
