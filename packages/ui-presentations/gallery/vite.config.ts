import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

// The same pages on React 18: `REACT=18 pnpm gallery`.
const old = process.env['REACT'] === '18'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  cacheDir: fileURLToPath(
    new URL(`../node_modules/.vite/gallery-${old ? 18 : 19}`, import.meta.url),
  ),
  resolve: {
    conditions: ['@toolprism/source', 'module', 'browser', 'development|production'],
    alias: old
      ? [
          { find: /^react-dom(\/.*)?$/, replacement: 'react-dom18$1' },
          { find: /^react(\/.*)?$/, replacement: 'react18$1' },
        ]
      : [],
  },
  server: { host: '127.0.0.1' },
})
