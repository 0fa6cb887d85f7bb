import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * A file of a package that is installed with this program, or in the repository's `durable/`. Never one of the current
 * folder: what is found is run, and a workspace may be anybody's.
 */
export function installedFile(path: string): string | undefined {
  return foldersUp(dirname(fileURLToPath(import.meta.url)))
    .flatMap((folder) => [join(folder, 'node_modules'), join(folder, 'durable/node_modules')])
    .map((folder) => join(folder, path))
    .find((file) => existsSync(file))
}

function foldersUp(folder: string): string[] {
  const above = dirname(folder)
  return above === folder ? [folder] : [folder, ...foldersUp(above)]
}
