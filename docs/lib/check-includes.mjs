import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './repository-links.mjs'

/** Every include of a page that names no region of its file: VitePress would take the whole file. */
export function checkIncludes(pages) {
  return pages.flatMap((page) => {
    const text = readFileSync(join(root, page), 'utf8')
    return [...text.matchAll(/<!--\s*@include: ([^#\s]+)#([\w-]+)\s*-->/g)]
      .filter(([, file, region]) => {
        const target = readFileSync(join(root, dirname(page), file), 'utf8')
        return !target.includes(`<!-- #region ${region} -->`)
      })
      .map(([, file, region]) => `${page}: ${file} has no region ${region}`)
  })
}
