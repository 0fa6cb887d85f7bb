import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Gallery, openGallery } from './support/browser'
import {
  completed,
  epoch,
  eventsOf,
  failed,
  results,
  started,
  states,
  text,
} from './support/fixtures'
import { answers, dispatch, focused, header, reset } from './support/live'

const permission = (more = {}) => ({
  type: 'permission.required' as const,
  permissionId: 'p1',
  input: { path: 'a.txt' },
  reason: 'It writes.',
  ...more,
})

describe.each([
  ['React 19', 'react19', 'live'],
  ['React 18', 'react18', 'live'],
  ['the element', 'react19', 'live-element'],
] as const)('%s', (_, mode, renderer) => {
  let gallery: Gallery
  let page: Page
  beforeAll(async () => {
    gallery = await openGallery(mode)
    page = await gallery.open(`renderer=${renderer}`)
  })
  afterAll(() => gallery.close())
  // One page for all tests, emptied before each: opening pages is what takes the time.
  beforeEach(() => reset(page))

  test('§6.2.1: icon, label, one line of arguments, status, elapsed; the real name in a tooltip', async () => {
    await dispatch(
      page,
      eventsOf('mcp__fs__read_file', [started({ path: 'src/a.ts' }), completed(text('x'), 1240)]),
    )
    expect(await header(page).locator('.tp-icon svg').count()).toBe(1)
    expect(await header(page).innerText()).toMatch(/Read file\s+src\/a\.ts\s+Done\s+1\.2 s/)
    expect(await header(page).locator('.tp-label').getAttribute('title')).toBe('mcp__fs__read_file')
    await header(page).click()
    expect(await page.locator('.tp-origin').innerText()).toBe('mcp__fs__read_file from fs')
  })

  test('§6.2.1: a running card ticks', async () => {
    const ticking = await gallery.open(`renderer=${renderer}`)
    await ticking.clock.install({ time: epoch })
    await ticking.clock.pauseAt(epoch + 1000)
    const time = header(ticking).locator('.tp-time')
    await ticking.evaluate(
      (events) => window.gallery.store.dispatch(events),
      eventsOf('x', [started({})]),
    )
    await ticking.clock.runFor(2500)
    expect(await time.innerText()).toBe('3 s')
    await ticking.clock.runFor(60_000)
    expect(await time.innerText()).toBe('1 m 03 s')
    await ticking.context().close()
  })

  test('§6.2.2: progress has a value and a message', async () => {
    await dispatch(page, states['running with progress'] ?? [])
    const bar = page.getByRole('progressbar')
    expect(await bar.getAttribute('aria-valuenow')).toBe('57')
    expect(await header(page).innerText()).toContain('Indexing packages/harness')
  })

  test('§6.2.4: folded at first, opens on failure; the choice of the person persists', async () => {
    const body = page.locator('.tp-body').first()
    await dispatch(page, eventsOf('x', [started({ a: 1 })]))
    expect(await body.isVisible()).toBe(false)
    await dispatch(page, eventsOf('x', [started({ a: 1 }), failed('no')]))
    expect(await body.isVisible()).toBe(true)
    await header(page).click()
    await dispatch(page, eventsOf('y', [started({})], { callId: 'other' }))
    await dispatch(
      page,
      eventsOf('x', [started({ a: 1 }), { type: 'tool.progress', message: 'late' }, failed('no')]),
    )
    expect(await body.isVisible()).toBe(false)
  })

  test('§6.2.4: a new question is seen although the card was folded away', async () => {
    const events = eventsOf('x', [{ type: 'tool.queued', input: {} }, permission()])
    await dispatch(page, events.slice(0, 1))
    await header(page).click()
    await header(page).click()
    await dispatch(page, events)
    expect(await page.locator('.tp-approval').isVisible()).toBe(true)
  })

  test('§6.2.5 and 6: a long text unfolds; falsy results are there', async () => {
    const long = Array.from({ length: 60 }, (_, index) => `line ${index}`).join('\n')
    await dispatch(page, eventsOf('x', [started({}), completed(text(long))]))
    await header(page).click()
    expect(await page.locator('.tp-body').first().innerText()).not.toContain('line 59')
    await page.getByText('Show all').click()
    expect(await page.locator('.tp-body').first().innerText()).toContain('line 59')
    await dispatch(
      page,
      eventsOf('zero', [started({}), completed({ content: [], structuredContent: 0 })], {
        callId: 'z',
      }),
    )
    await page.getByText('Zero').click()
    expect(await page.locator('.tp-card').nth(1).locator('.tp-code').innerText()).toBe('0')
  })

  test('§6.2.6: an image is seen while the card is folded; a tall one unfolds by mouse and by keyboard', async () => {
    await dispatch(page, results['a tall image and its text'] ?? [])
    expect(await header(page).getAttribute('aria-expanded')).toBe('false')
    const image = page.getByAltText(/^Render report \(image\/png, .* kB\)$/)
    expect(await image.isVisible()).toBe(true)
    const frame = page.locator('.tp-picture > summary')
    const height = async () => Math.round((await frame.boundingBox())?.height ?? 0)
    expect(await height()).toBe(440)
    await frame.click()
    expect(await height()).toBeGreaterThan(900)
    await frame.focus()
    await page.keyboard.press('Enter')
    expect(await height()).toBe(440)
    await header(page).click()
    expect(await page.locator('.tp-body').first().innerText()).toContain('p95 412 ms')
    expect(await page.locator('img').count()).toBe(1)
  })

  test.each(['mouse', 'keyboard'] as const)('§6.2.7: approve and deny by %s', async (how) => {
    for (const [number, decision] of (['allow', 'deny'] as const).entries()) {
      const callId = `c${number}`
      const permissionId = `p${number}`
      await dispatch(page, eventsOf(`tool${number}`, [permission({ permissionId })], { callId }))
      const button = page.locator('.tp-card').nth(number).locator(`[data-decision=${decision}]`)
      expect(await page.locator('.tp-reason').nth(number).innerText()).toBe('It writes.')
      if (how === 'mouse') await button.click()
      else {
        await page.locator('.tp-card').nth(number).locator('.tp-header').focus()
        await page.keyboard.press('Tab')
        if (decision === 'deny') await page.keyboard.press('Tab')
        await page.keyboard.press(decision === 'deny' ? 'Space' : 'Enter')
      }
      expect(await answers(page)).toHaveLength(number + 1)
      expect((await answers(page)).at(-1)).toEqual({ permissionId, decision })
      expect(await button.isDisabled()).toBe(true)
      expect(await focused(page)).toBe('tp-header')
    }
  })

  test('§6.2.7: of a destructive call the safe answer comes first and takes the focus', async () => {
    await page.evaluate(() => {
      window.gallery.focusApproval = true
    })
    await dispatch(page, eventsOf('x', [permission({ destructive: true })]))
    expect(await page.locator('.tp-button').allInnerTexts()).toEqual(['Deny', 'Approve'])
    expect(await focused(page)).toBe('tp-button deny')
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('tp-button allow')
  })

  test('§6.2.7: no focus is taken where it was not asked for', async () => {
    await dispatch(page, eventsOf('x', [permission()]))
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
  })

  test('§6.2.7: an answer that was not taken leaves the buttons on', async () => {
    await dispatch(page, eventsOf('x', [permission()]))
    await page.evaluate(() => {
      window.gallery.refuse = true
    })
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('button', { name: 'Approve' }).click()
    expect(await answers(page)).toHaveLength(1)
  })

  test('§6.2.7: after the answer the question goes', async () => {
    await dispatch(page, eventsOf('x', [permission()]))
    await dispatch(
      page,
      eventsOf('x', [
        permission(),
        { type: 'permission.resolved', permissionId: 'p1', decision: 'allow' },
        started({}),
      ]),
    )
    expect(await page.locator('.tp-approval').count()).toBe(0)
  })

  test('§6.2.8, report 42: the header is a button that names its body, the body a region named by it', async () => {
    await dispatch(page, eventsOf('read_file', [started({ path: 'a' }), completed(text('x'))]))
    const button = page.getByRole('button', { name: /Read file/ })
    expect(await button.getAttribute('aria-expanded')).toBe('false')
    await button.focus()
    await page.keyboard.press('Enter')
    expect(await button.getAttribute('aria-expanded')).toBe('true')
    const region = page.getByRole('region', { name: /Read file/ })
    expect(await region.getAttribute('id')).toBe(await button.getAttribute('aria-controls'))
    const ring = await button.evaluate((element) => getComputedStyle(element).outlineStyle)
    expect(ring).toBe('solid')
  })

  test('§6.2.8: the live region says changes of status only', async () => {
    const live = page.locator('.tp-live').first()
    const events = eventsOf('read_file', [
      started({}),
      { type: 'tool.progress', message: 'half' },
      { type: 'tool.output', delta: 'x' },
      completed(text('x')),
    ])
    await dispatch(page, events.slice(0, 1))
    expect(await live.textContent()).toBe('')
    await dispatch(page, events.slice(0, 3))
    expect(await live.textContent()).toBe('')
    await dispatch(page, events)
    expect(await live.textContent()).toBe('Read file: Done')
    expect(await live.getAttribute('role')).toBe('status')
  })

  test('§6.2.8: nothing moves where less motion is wanted', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await dispatch(page, eventsOf('x', [started({})]))
    const animation = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => {
          const { animationName, transitionDuration } = getComputedStyle(element)
          return [animationName, transitionDuration]
        })
    expect(await animation('.tp-status svg')).toEqual(['none', '0s'])
    expect((await animation('.tp-chevron'))[1]).toBe('0s')
  })

  test('§6.2.10: custom properties theme a card from outside', async () => {
    await page.locator('main').evaluate((element) => {
      element.style.cssText = '--tp-surface:rgb(1, 2, 3);--tp-radius:0px'
    })
    await dispatch(page, eventsOf('x', [started({})]))
    const style = await page.locator('.tp-card').evaluate((element) => {
      const { backgroundColor, borderRadius } = getComputedStyle(element)
      return [backgroundColor, borderRadius]
    })
    expect(style).toEqual(['rgb(1, 2, 3)', '0px'])
  })

  test('§6.2.10: nothing outside a card changes its look', async () => {
    const look = () =>
      page.evaluate(() => {
        const probe = document.createElement('div')
        probe.innerHTML =
          '<button class="x">b</button><details data-tone="error" data-status="failed"><summary>s</summary></details><h4>h</h4><p>p</p>'
        document.body.append(probe)
        const styles = [...probe.querySelectorAll('*')].map((element) => {
          const { color, borderColor, font, margin, animationName } = getComputedStyle(element)
          return [color, borderColor, font, margin, animationName]
        })
        probe.remove()
        return styles
      })
    const before = await look()
    await dispatch(page, eventsOf('x', [started({})]))
    expect(await look()).toEqual(before)
  })

  test('§6.2.10: right to left mirrors the card', async () => {
    await page.evaluate(() => {
      document.documentElement.dir = 'rtl'
    })
    await dispatch(page, eventsOf('x', [started({ q: 'שלום' }), completed(text('ok'))]))
    const x = async (selector: string) =>
      (await page.locator(selector).first().boundingBox())?.x ?? 0
    expect(await x('.tp-icon')).toBeGreaterThan(await x('.tp-title'))
    expect(await x('.tp-title')).toBeGreaterThan(await x('.tp-chevron'))
  })

  test('§6.2.11: a hostile call runs nothing', async () => {
    await page.evaluate(() => {
      Object.assign(window, {
        alert: () => {
          document.title = 'hacked'
        },
      })
    })
    const evil = '<img src=x onerror=alert(1)><script>alert(1)</script>'
    await dispatch(
      page,
      eventsOf(evil, [started({ [evil]: evil }), failed(evil)], {
        presentation: { label: evil, icon: evil },
      }),
    )
    await page.waitForTimeout(50)
    expect(await page.title()).not.toBe('hacked')
    expect(await page.locator('main img, main script').count()).toBe(0)
  })
})
