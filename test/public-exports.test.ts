import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { packages, root } from './repository'

/** The names an entry exports, `type X` for types: entries are plain lists, so their text says it. */
function exportedNames(file: string): string[] {
  const text = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, '')
  const names: string[] = []
  for (const match of text.matchAll(/export\s+(type\s+)?\{([^}]*)\}/g))
    for (const item of (match[2] ?? '').split(',')) {
      const [name = '', alias] = item.trim().split(/\s+as\s+/)
      const type = Boolean(match[1]) || name.startsWith('type ')
      const exported = alias ?? name.replace(/^type /, '')
      if (exported) names.push(type ? `type ${exported}` : exported)
    }
  const declaration =
    /export\s+(?:declare\s+)?(?:async\s+)?(function\*?|const|class|interface|type)\s+(\w+)/g
  for (const match of text.matchAll(declaration))
    names.push(/interface|type/.test(match[1] ?? '') ? `type ${match[2]}` : (match[2] ?? ''))
  return names.sort()
}

describe('public exports, changed on purpose (vitest run --project house test/public-exports.test.ts -u)', () => {
  test.each(packages.map((item) => [item.folder, item] as const))('%s', async (folder, item) => {
    const surface = Object.fromEntries(
      Object.entries(item.manifest.exports ?? {})
        .filter((entry): entry is [string, Record<string, string>] => typeof entry[1] !== 'string')
        .map(([subpath, entry]) => [
          subpath,
          exportedNames(`${root}packages/${folder}/${entry['@toolprism/source']}`),
        ]),
    )
    await expect(`${JSON.stringify(surface, null, 2)}\n`).toMatchFileSnapshot(
      `${root}test/public-exports/${folder}.json`,
    )
  })
})
