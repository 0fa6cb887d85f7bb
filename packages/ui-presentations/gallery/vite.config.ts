import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

// The same pages on React 18: `pnpm gallery --mode react18`.
export default defineConfig(({ mode }) => ({
  root: fileURLToPath(new URL('.', import.meta.url)),
  cacheDir: fileURLToPath(new URL(`../node_modules/.vite/gallery-${mode}`, import.meta.url)),
  resolve: {
    conditions: ['@toolprism/source', 'module', 'browser', 'development|production'],
    alias:
      mode === 'react18'
        ? [
            { find: /^react-dom(\/.*)?$/, replacement: 'react-dom18$1' },
            { find: /^react(\/.*)?$/, replacement: 'react18$1' },
          ]
        : [],
  },
  base: './',
  server: { host: '127.0.0.1' },
}))
