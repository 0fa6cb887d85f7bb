import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { installFolder } from '../tools/private-folder.mjs'
import { checkIncludes } from './lib/check-includes.mjs'
import { checkPages } from './lib/check-pages.mjs'
import { writePackagePages } from './lib/package-pages.mjs'

const docs = fileURLToPath(new URL('.', import.meta.url))
const [command] = process.argv.slice(2)
if (command !== 'dev' && command !== 'build') {
  console.error('docs/run.mjs dev | build')
  process.exit(1)
}
installFolder('docs')
writePackagePages()
const { writeApiPages } = await import('./lib/api-pages.mjs')
await writeApiPages()

const args = command === 'dev' ? ['dev', docs, '--host', '127.0.0.1'] : ['build', docs]
const bin = fileURLToPath(new URL('node_modules/vitepress/bin/vitepress.js', import.meta.url))
let printed = ''
const site = spawn(process.execPath, [bin, ...args], {
  stdio: ['inherit', 'pipe', 'pipe'],
  env: { ...process.env, NO_COLOR: '1' },
})
for (const [from, to] of [
  [site.stdout, process.stdout],
  [site.stderr, process.stderr],
])
  from.on('data', (chunk) => {
    printed += chunk
    to.write(chunk)
  })
process.once('SIGINT', () => site.kill('SIGINT'))
const code = await new Promise((resolve) => site.once('close', resolve))
if (command === 'build' && code === 0) {
  const problems = [...checkPages(), ...checkIncludes(['docs/compare.md'])]
  // Whatever VitePress or Vite only warns about is wrong too.
  const warnings = printed.split('\n').filter((line) => /warn|\(!\)/i.test(line))
  for (const problem of [...warnings, ...problems]) console.error(`problem: ${problem}`)
  console.log(`docs: ${problems.length + warnings.length} problems`)
  process.exitCode = problems.length + warnings.length > 0 ? 1 : 0
} else process.exitCode = code ?? 1
