import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Gallery, openGallery } from './support/browser'
import { type ChatServer, startChatServer } from './support/chat-server'
import { text } from './support/fixtures'

const call = { callId: 'c1', toolName: 'delete_file' }
const asked = {
  ...call,
  type: 'permission.required',
  permissionId: 'p1',
  input: { path: 'old.md' },
  destructive: true,
  reason: 'It deletes a file.',
}

describe.each(['react19', 'react18'] as const)(
  'ToolChat on %s, over server-sent events',
  (mode) => {
    let gallery: Gallery
    let server: ChatServer
    beforeAll(async () => {
      gallery = await openGallery(mode)
      server = await startChatServer({
        async hello(run) {
          run.say('m1', 'Hello **you**. <b>plain</b>')
        },
        async code(run) {
          const wide = 'x'.repeat(400)
          run.say(
            'm1',
            `\`\`\`\nshort\n\`\`\`\n\n\`\`\`\n${wide}\n\`\`\`\n\n| a |\n| - |\n| ${'y '.repeat(40)} |`,
          )
          run.say('m2', 'One more.\n\n'.repeat(60))
        },
        async list(run) {
          run.say('m1', '1. first\n2. second')
        },
        async search(run) {
          for (const [index, toolName] of ['search_code', 'read_file'].entries()) {
            const base = { callId: `c${index}`, toolName }
            run.emit({ ...base, type: 'tool.started', input: { query: 'budget' } })
            run.emit({ ...base, type: 'tool.completed', duration: 12, result: text('found') })
          }
          run.say('m1', 'Found it.')
        },
        async delete(run) {
          run.emit(asked)
          const decision = (await run.decision('p1')) as { allow: boolean } | undefined
          if (!decision) return
          run.emit({
            ...call,
            type: 'permission.resolved',
            permissionId: 'p1',
            decision: decision.allow ? 'allow' : 'deny',
          })
          if (decision.allow)
            run.emit({ ...call, type: 'tool.completed', duration: 3, result: text('gone') })
          else
            run.emit({ ...call, type: 'tool.failed', failure: 'denied', result: text('Denied.') })
          run.say('m1', decision.allow ? 'Deleted.' : 'Kept.')
        },
        async question(run) {
          const schema = {
            type: 'object',
            properties: {
              name: { type: 'string', title: 'Name' },
              size: { type: 'string', enum: ['S', 'L'] },
              count: { type: 'integer', default: 2 },
            },
            required: ['name'],
          }
          run.emit({
            type: 'question.required',
            questionId: 'q1',
            callId: 'c1',
            toolName: 'order',
            message: 'What shall I order?',
            requestedSchema: schema,
          })
          const decision = (await run.decision('q1')) as {
            answer: { action: string; content?: object }
          }
          run.emit({
            type: 'question.resolved',
            questionId: 'q1',
            callId: 'c1',
            action: decision.answer.action,
          })
          run.say('m1', JSON.stringify(decision.answer.content ?? {}))
        },
        async broken(run) {
          run.say('m1', 'Before the cut.')
          run.cut()
          await run.reader()
          run.say('m2', 'After the cut.')
        },
      })
    })
    afterAll(async () => {
      await gallery.close()
      await server.close()
    })
    afterEach(() => gallery.clear())

    const open = () => gallery.open(`renderer=chat&server=${encodeURIComponent(server.url)}`)
    const send = async (page: Page, message: string) => {
      await page.locator('textarea').fill(message)
      await page.locator('textarea').press('Enter')
    }
    const shown = async (page: Page, words: string) => {
      await page.getByText(words).first().waitFor()
      return true
    }

    test('streams an answer as formatted text, never as HTML', async () => {
      const page = await open()
      await send(page, 'hello')
      await shown(page, '<b>plain</b>')
      expect(await page.locator('.tp-message strong').innerText()).toBe('you')
      expect(await page.locator('.tp-message b').count()).toBe(0)
      expect(await page.locator('textarea').inputValue()).toBe('')
    })

    test('§6.2.8: code that is wider than its place is reached and scrolled by keyboard, other code is no stop', async () => {
      const page = await open()
      await send(page, 'code')
      await shown(page, 'One more.')
      const [short, wide] = [page.locator('pre').first(), page.locator('pre').nth(1)]
      await page.waitForFunction(() => document.querySelectorAll('pre[tabindex="0"]').length === 1)
      expect(await short.getAttribute('tabindex')).toBe(null)
      expect(await wide.getAttribute('aria-label')).toBe('Code')
      await wide.focus()
      await page.keyboard.press('ArrowRight')
      await page.waitForFunction(() => (document.activeElement?.scrollLeft ?? 0) > 0)
    })

    test('§6.2.10: on a page from right to left nothing stands outside its place', async () => {
      const page = await open()
      await page.evaluate(() => {
        document.documentElement.dir = 'rtl'
      })
      expect(
        await page.locator('textarea').evaluate((field) => getComputedStyle(field).direction),
      ).toBe('rtl')
      await send(page, 'list')
      await shown(page, 'second')
      // The number of an item stands in the padding of its list, on the side where the words begin.
      const [start, end] = await page.locator('.tp-message ol').evaluate((list) => {
        const style = getComputedStyle(list)
        return [
          style.direction === 'ltr' ? style.paddingLeft : style.paddingRight,
          getComputedStyle(list.children[0] as Element).direction,
        ]
      })
      expect([start, end]).toEqual(['22px', 'ltr'])
    })

    test('what only a screen reader reads does not lengthen the page', async () => {
      const page = await open()
      await send(page, 'code')
      await shown(page, 'One more.')
      expect(
        await page.evaluate(() => document.documentElement.scrollHeight - innerHeight),
      ).toBeLessThanOrEqual(0)
      expect(
        await page.evaluate(() => {
          const log = document.querySelector('.tp-log')
          return log && log.scrollHeight > log.clientHeight
        }),
      ).toBe(true)
    })

    test('calls in a row fold into a group that unfolds', async () => {
      const page = await open()
      await send(page, 'search')
      await shown(page, 'Found it.')
      const group = page.getByRole('button', { name: /Inspect/ })
      expect(await group.innerText()).toMatch(/2 calls: Search code, Read file\s+Done/)
      await group.click()
      expect(await page.locator('.tp-members .tp-card').count()).toBe(2)
    })

    test.each([
      ['Approve', 'Deleted.'],
      ['Deny', 'Kept.'],
    ])('§6.2.7: %s by keyboard alone', async (answer, said) => {
      const page = await open()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA')
      await page.keyboard.type('delete')
      await page.keyboard.press('Enter')
      await page.locator('.tp-approval').waitFor()
      // The focus stays where the person writes; back from there: Approve, then Deny.
      for (let presses = 0; presses < 8; presses++) {
        await page.keyboard.press('Shift+Tab')
        if ((await page.evaluate(() => document.activeElement?.textContent)) === answer) break
      }
      await page.keyboard.press('Enter')
      expect(await shown(page, said)).toBe(true)
      expect(await page.locator('.tp-card').getAttribute('data-status')).toBe(
        answer === 'Deny' ? 'denied' : 'done',
      )
    })

    test('stop ends the run, and the composer is ready again', async () => {
      const page = await open()
      await send(page, 'delete')
      await page.locator('.tp-approval').waitFor()
      await page.getByRole('button', { name: 'Stop' }).click()
      await shown(page, 'Stopped.')
      await send(page, 'hello')
      expect(await shown(page, '<b>plain</b>')).toBe(true)
    })

    test('a question of a tool is a form', async () => {
      const page = await open()
      await send(page, 'question')
      await page.getByLabel('Name').fill('Tea')
      await page.getByLabel('size').selectOption('L')
      await page.getByRole('button', { name: 'Send answer' }).click()
      expect(await shown(page, '{"name":"Tea","size":"L","count":2}')).toBe(true)
      expect(await shown(page, 'What shall I order? Answered')).toBe(true)
    })

    test('a cut connection is taken up again', async () => {
      const page = await open()
      await send(page, 'broken')
      expect(await shown(page, 'After the cut.')).toBe(true)
      expect(await page.locator('.tp-message', { hasText: 'Before the cut.' }).count()).toBe(1)
      expect(server.requests).toContain('GET resume')
    })

    test('a reload shows the same conversation, and the open question can be answered', async () => {
      const page = await open()
      await send(page, 'hello')
      await shown(page, '<b>plain</b>')
      await send(page, 'delete')
      await page.locator('.tp-approval').waitFor()
      await page.reload()
      await page.locator('.tp-approval').waitFor()
      expect(await page.locator('.tp-message[data-from=user]').allInnerTexts()).toEqual([
        'You:\n\nhello',
        'You:\n\ndelete',
      ])
      await page.getByRole('button', { name: 'Approve' }).click()
      expect(await shown(page, 'Deleted.')).toBe(true)
    })

    test('a server that is not there is said', async () => {
      const page = await gallery.open('renderer=chat&server=http://127.0.0.1:9/none')
      await send(page, 'hello')
      await page.locator('.tp-activity, .tp-notice[data-tone=error]').first().waitFor()
      expect(await page.locator('textarea').isEnabled()).toBe(true)
    })

    test('§6.2.8: a screen reader hears states and answers, not each word', async () => {
      const page = await open()
      await page.evaluate(() => {
        const heard: string[] = []
        Object.assign(window, { heard })
        const live = document.querySelector('.tp-chat > .tp-live')
        if (live)
          new MutationObserver(() => heard.push(live.textContent ?? '')).observe(live, {
            childList: true,
            characterData: true,
            subtree: true,
          })
      })
      await send(page, 'delete')
      await page.getByRole('button', { name: 'Deny' }).click()
      await shown(page, 'Kept.')
      const heard = await page.evaluate(() => (window as unknown as { heard: string[] }).heard)
      expect(heard.at(-1)).toMatch(/Kept\.$/)
      expect(heard.length).toBeLessThanOrEqual(4)
    })
  },
)
