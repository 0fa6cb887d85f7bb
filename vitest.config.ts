import { defineConfig } from 'vitest/config'
import { projects } from './tools/vitest-projects'

export default defineConfig({
  test: { projects: projects('test/**/*.test.{ts,tsx}', { testTimeout: 15_000 }) },
})
