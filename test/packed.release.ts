import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Manifest, packages, root } from './repository'

const folder = mkdtempSync(join(tmpdir(), 'toolprism-packed-'))
const tarballs: Record<string, string> = {}

function run(command: string, args: string[], cwd = root): string {
  try {
    return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: 'pipe' })
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`${command} ${args.join(' ')}\n${stdout}\n${stderr}`)
  }
}

beforeAll(() => {
  run('npx', ['turbo', 'run', 'build', '--filter=./packages/*', '--output-logs=errors-only'])
  for (const { folder: name, manifest } of packages) {
    const target = join(folder, 'tarballs', name)
    mkdirSync(target, { recursive: true })
    run('npx', ['pnpm', 'pack', '--pack-destination', target], `${root}packages/${name}`)
    tarballs[manifest.name] = join(target, readdirSync(target)[0] ?? '')
  }
}, 300_000)

/** Our packages a user gets along: the dependencies, and theirs. */
function ownDependencies(name: string): string[] {
  const item = packages.find(({ manifest }) => manifest.name === name)
  const direct = Object.keys(item?.manifest.dependencies ?? {}).filter((key) => key in tarballs)
  return [...new Set([name, ...direct.flatMap(ownDependencies)])]
}

describe.each(packages.map((item) => [item.manifest.name, item] as const))('%s', (name, item) => {
  const home = join(folder, item.folder)
  const installed = join(home, 'node_modules', name)

  beforeAll(() => {
    mkdirSync(home)
    const files = Object.fromEntries(
      ownDependencies(name).map((key) => [key, `file:${tarballs[key]}`]),
    )
    const manifest = {
      private: true,
      type: 'module',
      dependencies: { [name]: files[name] },
      overrides: { ...files, [name]: undefined },
    }
    writeFileSync(join(home, 'package.json'), JSON.stringify(manifest))
    run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'], home)
  }, 120_000)

  test('holds what it promises and no source condition', () => {
    const manifest: Manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
    expect(JSON.stringify(manifest.exports)).not.toContain('source')
    expect(JSON.stringify(manifest)).not.toContain('workspace:')
    for (const file of ['README.md', 'LICENSE', 'CHANGELOG.md'])
      expect(existsSync(join(installed, file)), file).toBe(true)
    for (const entry of Object.values(manifest.exports ?? {}))
      for (const file of typeof entry === 'string' ? [entry] : Object.values(entry))
        expect(existsSync(join(installed, file)), file).toBe(true)
    expect(existsSync(join(installed, 'src'))).toBe(false)
  })

  test('brings only its own declared dependencies', () => {
    const arrived = readdirSync(join(home, 'node_modules')).flatMap((entry) =>
      entry.startsWith('@')
        ? readdirSync(join(home, 'node_modules', entry)).map((sub) => `${entry}/${sub}`)
        : [entry],
    )
    const promised = ownDependencies(name).flatMap((own) => {
      const manifest = packages.find((candidate) => candidate.manifest.name === own)?.manifest
      const peers = Object.keys(manifest?.peerDependencies ?? {}).filter(
        (peer) => !manifest?.peerDependenciesMeta?.[peer]?.optional,
      )
      return [own, ...Object.keys(manifest?.dependencies ?? {}), ...peers]
    })
    expect(arrived.filter((entry) => !entry.startsWith('.') && !promised.includes(entry))).toEqual(
      [],
    )
  })

  test('every entry is imported where strings may not become code', () => {
    const optional = Object.keys(item.manifest.peerDependenciesMeta ?? {})
    for (const subpath of Object.keys(item.manifest.exports ?? {})) {
      if (subpath === './package.json') continue
      const specifier = join(name, subpath)
      const script = `import(${JSON.stringify(specifier)}).then(m => console.log(Object.keys(m).length), e => console.log('needs ' + e.message))`
      const answer = run(
        process.execPath,
        ['--disallow-code-generation-from-strings', '-e', script],
        home,
      )
      if (answer.startsWith('needs '))
        expect(
          subpath !== '.' && optional.some((peer) => answer.includes(`'${peer}'`)),
          `${specifier}: ${answer}`,
        ).toBe(true)
    }
  })

  test('no chunk of the root entry reaches a module of Node', () => {
    const reached = new Set<string>()
    const visit = (file: string) => {
      if (reached.has(file)) return
      reached.add(file)
      for (const [, next = ''] of readFileSync(file, 'utf8').matchAll(
        /(?:from|import)\s*['"](\.[^'"]+)['"]/g,
      ))
        visit(join(file, '..', next))
    }
    visit(join(installed, 'dist/index.js'))
    if (item.folder === 'adapter-restate') return
    for (const file of reached) expect(readFileSync(file, 'utf8'), file).not.toMatch(/['"]node:/)
  })
})
