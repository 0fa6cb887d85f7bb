import { defineConfig } from 'vitest/config'
import { projects, reporters } from './tools/vitest-projects.ts'

export default defineConfig({
  test: { reporters, projects: projects('test/**/*.test.{ts,tsx}', { testTimeout: 15_000 }) },
})
