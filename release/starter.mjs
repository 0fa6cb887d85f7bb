import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from './run.mjs'

const source = fileURLToPath(new URL('../examples/starter', import.meta.url))

/** Copies examples/starter out, installs it from the registry and runs what its README says. */
export async function tryStarter(folder, registry) {
  await cp(source, folder, {
    recursive: true,
    filter: (path) => !/(node_modules|package-lock\.json)$/.test(path),
  })
  const options = { cwd: folder, env: { npm_config_userconfig: registry.npmrc } }
  const commands = fences(await readFile(join(folder, 'README.md'), 'utf8'))
  if (!commands.includes('npm install')) throw new Error('its README does not say npm install')
  for (const command of commands) {
    const [program, ...args] = command.split(/\s+/)
    await run(program, args, options)
  }
  return commands
}

/** The commands of a README's first code fence, without their comments. */
function fences(markdown) {
  const [, block = ''] = /```(?:\w*)\n([\s\S]*?)```/.exec(markdown) ?? []
  return block
    .split('\n')
    .map((line) => line.replace(/\s+#.*$/, '').trim())
    .filter(Boolean)
}
