import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { mapInPairs, run } from './run.mjs'

/** Builds and packs every published package of the repository `root` below `folder`: its tarball, and what is in it. */
export async function packAll(root, folder) {
  const filters = ['turbo', 'run', 'build', '--filter=./packages/*', '--output-logs=errors-only']
  await run('npx', filters, { cwd: root, timeout: 600_000 })
  return mapInPairs((await readdir(join(root, 'packages'))).sort(), async (name) => {
    const home = join(folder, name)
    await mkdir(home, { recursive: true })
    await run('npx', ['pnpm', 'pack', '--pack-destination', home], {
      cwd: join(root, 'packages', name),
    })
    const file = (await readdir(home)).find((entry) => entry.endsWith('.tgz'))
    const tarball = join(home, file)
    await run('tar', ['xzf', tarball, '-C', home])
    return { name, tarball, unpacked: join(home, 'package') }
  })
}
