import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root } from './repository-links.mjs'

const dist = join(root, 'docs/.vitepress/dist')

/** Every link, picture and anchor of the built site that leads nowhere. */
export function checkPages() {
  const pages = readdirSync(dist, { recursive: true }).filter((file) => file.endsWith('.html'))
  const ids = new Map(pages.map((page) => [page, idsOf(readFileSync(join(dist, page), 'utf8'))]))
  const problems = []
  for (const page of pages) {
    if (page === '404.html') continue
    const html = readFileSync(join(dist, page), 'utf8')
    for (const [, href] of html.matchAll(/\s(?:href|src)="([^"]+)"/g)) {
      if (/^(https?:|data:|mailto:|\/\/)/.test(href)) continue
      const [path, hash] = href.replaceAll('&amp;', '&').split('#')
      const target = resolvePage(page, decodeURI(path))
      if (target === undefined) problems.push(`${page}: ${href} leads nowhere`)
      else if (hash && ids.has(target) && !ids.get(target).has(decodeURIComponent(hash)))
        problems.push(`${page}: ${href} has no such anchor`)
    }
  }
  return problems
}

function idsOf(html) {
  return new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id.replaceAll('&amp;', '&')))
}

function resolvePage(page, path) {
  if (path === '') return page
  const from = path.startsWith('/') ? join(dist, path) : join(dist, dirname(page), path)
  for (const file of [from, `${from}.html`, join(from, 'index.html')])
    if (existsSync(file) && statSync(file).isFile()) return relative(dist, file)
}
