import { existsSync, readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ProjectConfig, UserProjectConfigExport } from 'vitest/config'

const house = fileURLToPath(new URL('..', import.meta.url))

// Tests import packages by name; this condition resolves them to their source, so no build is needed.
const conditions = ['@toolprism/source', 'node', 'import', 'module', 'default']

/** One vitest project for the house and one for each package and app that has tests. */
export function projects(include: string, test: Partial<ProjectConfig>): UserProjectConfigExport[] {
  const folders = ['packages', 'apps'].flatMap((folder) =>
    readdirSync(`${house}/${folder}`).map((name) => `${house}/${folder}/${name}`),
  )
  return [house, ...folders.filter((folder) => existsSync(`${folder}/test`))].map((root) => ({
    resolve: { conditions },
    ssr: { resolve: { conditions, externalConditions: conditions } },
    test: {
      ...test,
      name: root === house ? 'house' : basename(root),
      root,
      include: [include],
      setupFiles: [`${house}/tools/fail-on-console.ts`, `${house}/tools/fuzz-seed.ts`],
    },
  }))
}

/** CI names a file in `TEST_REPORT` and counts the tests from it. */
export const reporters: ('default' | ['json', { outputFile: string }])[] = process.env[
  'TEST_REPORT'
]
  ? ['default', ['json', { outputFile: process.env['TEST_REPORT'] }]]
  : ['default']
