import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { projects } from '../../tools/vitest-projects.ts'

const floor = fileURLToPath(new URL('../node_modules/sdk-floor', import.meta.url))

/** The adapter's own tests, with the oldest SDK v1 of its peer range where they and it import the newest. */
export default defineConfig({
  test: {
    projects: projects('test/**/*.test.ts', { testTimeout: 30_000 })
      .filter((project) => (project as { test: { name: string } }).test.name === 'adapter-mcp')
      .map((project) => ({
        ...(project as object),
        // Starts processes of its own, which know no alias; the parity table has stdio too.
        test: { ...(project as { test: object }).test, exclude: ['test/stdio.test.ts'] },
        resolve: {
          ...(project as { resolve: object }).resolve,
          alias: [
            // Node reads a package by its exports; a path has to name the file.
            { find: /^@modelcontextprotocol\/sdk\/(.*)$/, replacement: `${floor}/dist/esm/$1` },
          ],
        },
      })),
  },
})
