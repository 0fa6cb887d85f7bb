import type { ToolEvent } from '@toolprism/core'
import type { Locator, Page } from 'playwright-core'
import type { handle } from '../../gallery/live'

declare global {
  interface Window {
    gallery: typeof handle
  }
}

/** Gives the page's store events and waits until they are drawn. */
export async function dispatch(page: Page, events: ToolEvent[]): Promise<void> {
  await page.evaluate(async (list) => {
    window.gallery.store.dispatch(list)
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  }, events)
}

/** The page as it was when it was opened. */
export async function reset(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: null })
  await page.evaluate(async () => {
    Object.assign(window.gallery, { refuse: false, focusApproval: false, answers: [] })
    window.gallery.store.clear()
    document.documentElement.dir = 'ltr'
    document.title = ''
    document.querySelector('main')?.removeAttribute('style')
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    ;(document.activeElement as HTMLElement | null)?.blur()
  })
}

export function answers(page: Page): Promise<{ permissionId: string; decision: string }[]> {
  return page.evaluate(() => window.gallery.answers)
}

/** The class names of what has the focus, inside shadow roots too. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    let active = document.activeElement
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
    return `${active?.className ?? ''} ${active?.getAttribute('data-decision') ?? ''}`.trim()
  })
}

/** Playwright's CSS pierces open shadow roots, so one locator serves the element and React. */
export function header(page: Page): Locator {
  return page.locator('.tp-card > .tp-header').first()
}
