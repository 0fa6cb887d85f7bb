import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { build } from 'vite'
import { launchChromium } from '../../../../tools/chromium'
import { loopbackHosts } from '../../src/guard'
import { type Listening, serve } from '../../src/serve'
import { createTestApp, type TestAppOptions } from '../test-app'

export const repository = fileURLToPath(new URL('../../../..', import.meta.url))
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const web = fileURLToPath(new URL('../../web', import.meta.url))

/** Builds a page from source, the playground by default, into the folder it is served from. */
export async function buildPage(root: string = web): Promise<string> {
  const webRoot = mkdtempSync(join(tmpdir(), 'toolprism-page-'))
  await build({
    root,
    configFile: join(web, 'vite.config.ts'),
    resolve: { conditions: ['@toolprism/source', 'browser', 'module', 'import', 'default'] },
    build: { outDir: webRoot, emptyOutDir: true },
    logLevel: 'error',
  })
  return webRoot
}

export interface DemoServer {
  readonly url: string
  /** Stops the server and starts another one at the same address, on the same folders. */
  restart(): Promise<void>
  close(): Promise<void>
}

export async function serveDemo(
  options: TestAppOptions & { webRoot: string },
): Promise<DemoServer> {
  let port = 0
  let listening: Listening
  let made: ReturnType<typeof createTestApp>
  const data = options.data ?? mkdtempSync(join(tmpdir(), 'toolprism-data-'))
  const open = async () => {
    made = createTestApp({ hosts: () => loopbackHosts('127.0.0.1', port), ...options, data })
    listening = await serve(made.app, { host: '127.0.0.1', port })
    port = listening.port
  }
  const close = async () => {
    await made.conversations.close()
    await listening.close()
  }
  await open()
  return {
    get url() {
      return `http://127.0.0.1:${port}/`
    },
    async restart() {
      await close()
      await open()
    },
    close,
  }
}

export interface Visit {
  server: DemoServer
  /** `tools` of `#/tools`. */
  at: string
  width?: number
  scheme?: 'light' | 'dark'
  /** Name of the screenshot taken at the end, into the folder `SCREENSHOTS`. */
  picture?: string
  /** Console errors that the test is about. */
  expectErrors?: RegExp
}

let browser: Promise<Browser> | undefined

export async function closeBrowser(): Promise<void> {
  await (await browser)?.close()
}

/** Opens a page of the demo; throws for any error in its console (so for any violation of the policy) and any request to elsewhere. */
export async function visit(options: Visit, use: (page: Page) => Promise<void>): Promise<void> {
  const { server, at, width = 1280, scheme = 'light', picture } = options
  browser ??= launchChromium()
  const context: BrowserContext = await (await browser).newContext({
    viewport: { width, height: width < 500 ? 720 : 900 },
    colorScheme: scheme,
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(10_000)
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('request', (request) => {
    const address = request.url()
    if (!address.startsWith(server.url) && !/^(data|blob):/.test(address))
      problems.push(`asked ${address}`)
  })
  await page.goto(`${server.url}#/${at}`)
  await page.locator('main:not([aria-busy])').waitFor()
  try {
    await use(page)
  } finally {
    const folder = process.env['SCREENSHOTS']
    if (folder) {
      mkdirSync(folder, { recursive: true })
      const name = `${picture ?? at}-${width}-${scheme}.png`
      await page.screenshot({ path: join(folder, name), fullPage: true })
    }
    await context.close()
  }
  const unexpected = problems.filter((problem) => !options.expectErrors?.test(problem))
  if (unexpected.length > 0) throw new Error(`The page had problems:\n${unexpected.join('\n')}`)
}

/** What axe-core finds, with the markup it is about. */
export async function axeFindings(page: Page): Promise<[string, string[]][]> {
  const report = await page.evaluate(
    `(() => { const module = undefined; ${axe}; return axe.run() })()`,
  )
  const { violations } = report as { violations: { id: string; nodes: { html: string }[] }[] }
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
}

/** Pixels of an image that is there, once it can be shown. */
export function imageWidth(image: Locator): Promise<number> {
  return image.evaluate(async (node) => {
    const { decode, naturalWidth } = node as unknown as HTMLImage // the tests have no types of the DOM
    await decode.call(node)
    return naturalWidth
  })
}

interface HTMLImage {
  decode(): Promise<void>
  readonly naturalWidth: number
}

/** Pixels by which the page is wider than its window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - innerWidth')
}

/** The four ways every page is looked at. */
export const looks = [
  { width: 1280, scheme: 'light' },
  { width: 1280, scheme: 'dark' },
  { width: 320, scheme: 'light' },
  { width: 320, scheme: 'dark' },
] as const

/** Presses Tab until what has the focus matches; throws when it is never reached. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 120; presses++) {
    if (await page.evaluate(`document.activeElement?.matches(${JSON.stringify(selector)})`)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${selector}`)
}
