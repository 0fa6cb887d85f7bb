import { defineConfig } from 'vitest/config'
import { projects } from './tools/vitest-projects.ts'

export default defineConfig({
  test: { projects: projects('test/**/*.test.{ts,tsx}', { testTimeout: 15_000 }) },
})
