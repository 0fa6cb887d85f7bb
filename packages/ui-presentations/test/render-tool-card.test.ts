import { renderToolCard } from '@toolprism/ui-presentations/html'
import { describe, expect, test } from 'vitest'
import { eventsOf, failed, results, started, states, viewOf } from './support/fixtures'

describe('renderToolCard', () => {
  test('escapes all a tool said', () => {
    const html = renderToolCard(viewOf(results['hostile'] ?? []))
    expect(html).not.toMatch(/<script|<img|\u202e|\u001b/)
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
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
