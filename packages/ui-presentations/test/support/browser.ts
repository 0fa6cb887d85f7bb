import { fileURLToPath } from 'node:url'
import {
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'
import { build, preview } from 'vite'

export interface Gallery {
  address: string
  open(query: string, options?: BrowserContextOptions): Promise<Page>
  /** Closes every page that was opened. */
  clear(): Promise<void>
  close(): Promise<void>
}

const launchArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** The gallery, built, in Debian's Chromium (or the one of CHROMIUM_PATH), on React 19 or 18. */
export async function openGallery(mode: 'react19' | 'react18' = 'react19'): Promise<Gallery> {
  const configFile = fileURLToPath(new URL('../../gallery/vite.config.ts', import.meta.url))
  // Files of a test run side by side: each builds its own.
  const outDir = fileURLToPath(
    new URL(`../../test-results/gallery-${mode}-${process.pid}`, import.meta.url),
  )
  const options = {
    configFile,
    mode,
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, minify: false },
  } as const
  await build(options)
  const server = await preview({ ...options, preview: { port: 0, host: '127.0.0.1' } })
  const address = server.resolvedUrls?.local[0] ?? ''
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: launchArguments,
  })
  const contexts = new Set<BrowserContext>()
  const clear = async () => {
    await Promise.all([...contexts].map((context) => context.close()))
    contexts.clear()
  }
  return {
    address,
    async open(query, options = {}) {
      const context = await browser.newContext({
        viewport: { width: 768, height: 900 },
        ...options,
      })
      contexts.add(context)
      const page = await context.newPage()
      await page.goto(`${address}?bare=1&${query}`)
      await page.waitForSelector('main', { timeout: 60_000 })
      return page
    },
    clear,
    async close() {
      await clear()
      await browser.close()
      await server.close()
    },
  }
}
