import { defineConfig } from 'vitest/config'
import { projects, reporters } from './tools/vitest-projects.ts'

// Long suites stay out of the everyday loop: `--mode fuzz` runs every test/**/*.fuzz.ts, and so on.
export default defineConfig(({ mode }) => ({
  test: {
    reporters,
    projects: projects(`test/**/*.${mode}.{ts,tsx}`, {
      testTimeout: 600_000,
      hookTimeout: 120_000,
    }),
  },
}))
