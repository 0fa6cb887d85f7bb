import { spawn } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'

const scope = '@toolprism'

/**
 * A registry of our own on loopback, for our scope alone; every other package comes from the usual one.
 * `npmrc` is the file that tells npm so; `stop()` ends the process.
 */
export async function startRegistry(folder) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  await mkdir(folder, { recursive: true })
  const config = {
    storage: join(folder, 'storage'),
    auth: { htpasswd: { file: join(folder, 'htpasswd'), max_users: 1 } },
    uplinks: {},
    packages: { [`${scope}/*`]: { access: '$all', publish: '$anonymous' } },
    max_body_size: '50mb',
    log: { type: 'stdout', format: 'pretty', level: 'error' },
  }
  // YAML is a superset of JSON.
  await writeFile(join(folder, 'config.yaml'), JSON.stringify(config))
  const bin = new URL('./node_modules/verdaccio/bin/verdaccio', import.meta.url).pathname
  const child = spawn(
    process.execPath,
    [bin, '--config', join(folder, 'config.yaml'), '--listen', `127.0.0.1:${port}`],
    { stdio: 'ignore' },
  )
  for (let tries = 0; ; tries++) {
    const up = await fetch(`${url}-/ping`).then(
      (response) => response.ok,
      () => false,
    )
    if (up) break
    if (tries > 150 || child.exitCode !== null) throw new Error('the local registry did not start')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  // npm wants a token for a publish, whatever the registry asks.
  const npmrc = join(folder, 'npmrc')
  const settings = [
    `${scope}:registry=${url}`,
    `//127.0.0.1:${port}/:_authToken=local`,
    'provenance=false',
    'audit=false',
    'fund=false',
    'ignore-scripts=true',
    'prefer-offline=true',
  ]
  await writeFile(npmrc, `${settings.join('\n')}\n`)
  return { url, npmrc, stop: () => child.kill() }
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
