import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
export const repository = 'https://github.com/toolprism/toolprism'

/** Where a relative link of a page leads when it leaves the site: the file in the repository. Throws when there is none. */
export function repositoryLink(page, href) {
  const [path, hash] = href.split('#')
  const target = resolve(root, dirname(page), path)
  const inside = relative(join(root, 'docs'), target)
  if (!inside.startsWith('..')) return undefined
  if (!existsSync(target)) throw new Error(`${page} links to ${href}, which is not there`)
  const file = relative(root, target).replaceAll('\\', '/')
  return `${repository}/blob/main/${file}${hash ? `#${hash}` : ''}`
}
