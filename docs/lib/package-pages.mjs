import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { repositoryLink, root } from './repository-links.mjs'

/** The published packages, in the order of their folders: name, sentence and entry files. */
export function readPackages() {
  return readdirSync(join(root, 'packages'))
    .filter((folder) => existsSync(join(root, 'packages', folder, 'package.json')))
    .sort()
    .map((folder) => {
      const file = join(root, 'packages', folder, 'package.json')
      const { name, description, exports } = JSON.parse(readFileSync(file, 'utf8'))
      const entries = Object.entries(exports)
        .filter(([entry]) => entry !== './package.json')
        .map(([entry, target]) => ({
          entry: join(name, entry),
          page: join(folder, entry).replaceAll('/', '-'),
          source: join(root, 'packages', folder, target['@toolprism/source']),
        }))
      return { folder, name, description, entries }
    })
}

/** Writes docs/packages/: each package's README, with links that hold on the site and its API below. */
export function writePackagePages() {
  const target = join(root, 'docs/packages')
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  for (const { folder, entries } of readPackages()) {
    const page = `packages/${folder}/README.md`
    const text = moveLinks(page, readFileSync(join(root, page), 'utf8')).trim()
    const api = entries.map((item) => `- [\`${item.entry}\`](../api/${item.page}.md)`)
    const body = `---\neditLink: false\n---\n${text}\n\n## API {#api-reference}\n\nEvery export, by entry:\n\n${api.join('\n')}\n`
    writeFileSync(join(target, `${folder}.md`), body)
  }
}

/** Rewrites the relative links of a README for its place in docs/packages/. */
function moveLinks(page, markdown) {
  const parts = markdown.split(/(^(`{3,})[\s\S]*?^\2$)/m)
  // Three parts a fence: the text before, the fence, its backticks.
  return parts
    .map((part, index) => {
      if (index % 3 === 1) return part
      if (index % 3 === 2) return ''
      return part.replace(/(\]\()(?!https?:|#|mailto:)([^)\s]+)(\))/g, (_, head, href, tail) => {
        const outside = repositoryLink(page, href)
        if (outside) return head + outside + tail
        const [path, hash] = href.split('#')
        const file = relative(
          join(root, 'docs/packages'),
          resolve(root, `packages/${page.split('/')[1]}`, path),
        )
        return `${head}${file}${hash ? `#${hash}` : ''}${tail}`
      })
    })
    .join('')
}
