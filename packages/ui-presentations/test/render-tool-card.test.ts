import { renderToolCard } from '@toolprism/ui-presentations/html'
import { describe, expect, test } from 'vitest'
import {
  completed,
  eventsOf,
  failed,
  results,
  started,
  states,
  text,
  viewOf,
} from './support/fixtures'

describe('renderToolCard', () => {
  test('escapes all a tool said', () => {
    const html = renderToolCard(viewOf(results['hostile'] ?? []))
    expect(html).not.toMatch(/<script|<img|\u202e|\u001b/)
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
  })

  test.each(Object.entries(states))(
    '§6.2.2: %s is a word and a drawing, never colour alone',
    (_, events) => {
      const view = viewOf(events)
      const [, status = ''] =
        /class="tp-status">(.*?)<span class="tp-time"/s.exec(renderToolCard(view)) ?? []
      expect(status).toMatch(/^<svg [^>]*aria-hidden="true"/)
      expect(status).toContain(`>${view.statusText}<`)
    },
  )

  test('§6.2.2: no two statuses share a drawing', () => {
    const drawings = new Map(
      Object.values(states).map((events) => {
        const view = viewOf(events)
        const [, path] = /class="tp-status"><svg.*? d="([^"]+)"/s.exec(renderToolCard(view)) ?? []
        return [view.status, path]
      }),
    )
    expect(drawings.size).toBe(9)
    expect(new Set(drawings.values()).size).toBe(9)
  })

  test('§6.2.5: arguments that are 0, false, "", null and [] are there', () => {
    const html = renderToolCard(viewOf(results['empty list'] ?? []))
    const zero = renderToolCard(viewOf(eventsOf('x', [started({ zero: 0 })])))
    const values = [...(zero + html).matchAll(/class="tp-(?:value|code)"[^>]*>([^<]*)</g)]
    expect(values.slice(0, 5).map((match) => match[1])).toEqual([
      '0',
      'false',
      '&quot;&quot;',
      '[]',
      'null',
    ])
  })

  test('§6.2.1: icon, label, one line of arguments, status, time; the real name and the server', () => {
    const view = viewOf(
      eventsOf('mcp__fs__read_file', [started({ path: 'a.txt' }), completed(text('x'), 1240)]),
    )
    const html = renderToolCard(view)
    const summary = html.slice(0, html.indexOf('</summary>'))
    for (const part of [
      '<svg',
      '>Read file<',
      '>a.txt<',
      '>Done<',
      '>1.2 s<',
      'title="mcp__fs__read_file"',
    ])
      expect(summary).toContain(part)
    expect(html).toContain('<code>mcp__fs__read_file</code> <span>from</span> <bdi>fs</bdi>')
  })

  test('§6.2.4: opens by itself on failure and on approval only', () => {
    const open = Object.entries(states)
      .filter(([, events]) => renderToolCard(viewOf(events)).match(/^<div[^>]*><details open/))
      .map(([name]) => name)
    expect(open).toEqual([
      'approval',
      'approval of something destructive',
      'failed',
      'invalid arguments',
      'unknown tool',
      'timed out',
      'abandoned',
    ])
  })

  test('§6.2.6: images stand beside the folded part, the first four of them, each with words', () => {
    const [folded = '', seen = ''] = renderToolCard(viewOf(results['five images'] ?? [])).split(
      '<div class="tp-pictures">',
    )
    expect(seen.match(/<img [^>]*alt="Compare pages \(image\/png, [^"]+\)"/g)).toHaveLength(4)
    expect(folded.match(/<img /g)).toHaveLength(1)
  })

  test('§6.2.6: a failure keeps its picture beside its words', () => {
    const html = renderToolCard(viewOf(results['image of a failure'] ?? []))
    expect(html).toMatch(/covered by a dialog.*<\/details><div class="tp-pictures"><details/s)
  })

  test('§6.2.7: the approve button of a destructive call comes second', () => {
    const order = (name: string) =>
      [
        ...renderToolCard(viewOf(states[name] ?? []), { approval: 'buttons' }).matchAll(
          /data-decision="(\w+)"/g,
        ),
      ].map((match) => match[1])
    expect(order('approval')).toEqual(['allow', 'deny'])
    expect(order('approval of something destructive')).toEqual(['deny', 'allow'])
  })

  test('§6.2.7: a static page answers an approval by posting a form', () => {
    const html = renderToolCard(viewOf(states['approval'] ?? []), {
      approval: { action: '/answer?run=1&x=2', fields: { token: '"' } },
    })
    expect(html).toContain('<form class="tp-buttons" method="post" action="/answer?run=1&amp;x=2">')
    expect(html).toContain('<input type="hidden" name="permissionId" value="permission-1">')
    expect(html).toContain('name="token" value="&quot;"')
  })

  test('§6.2.3: a failed call of a success tone is an error', () => {
    const events = eventsOf('save', [started({}), failed('Disk full.')], {
      presentation: { tone: 'success' },
    })
    expect(renderToolCard(viewOf(events))).toContain('data-tone="error"')
  })
})
