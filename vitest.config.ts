import { defineConfig } from 'vitest/config'
import { projects, reporters } from './tools/vitest-projects.ts'

export default defineConfig({
  test: {
    reporters,
    maxWorkers: '100%',
    projects: projects('test/**/*.test.{ts,tsx}', { testTimeout: 15_000 }),
  },
})
