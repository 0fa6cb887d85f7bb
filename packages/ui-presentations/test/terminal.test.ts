import { renderToolCard } from '@toolprism/ui-presentations/terminal'
import { describe, expect, test } from 'vitest'
import { completed, eventsOf, started, states, table, text, viewOf } from './support/fixtures'

/** Columns, counted as a terminal does for what the fixtures hold. */
const columns = (line: string) =>
  [...new Intl.Segmenter().segment(line)].reduce(
    (sum, { segment }) => sum + (/\p{Emoji_Presentation}|[\u2e80-\uffe6]/u.test(segment) ? 2 : 1),
    0,
  )

describe('terminal', () => {
  test.each([20, 40, 80, 120])('no line is wider than %i columns', (width) => {
    for (const events of Object.values(table)) {
      const lines = renderToolCard(viewOf(events), { width, open: true }).split('\n')
      for (const line of lines.slice(1)) expect(columns(line), line).toBeLessThanOrEqual(width)
      // A header must say its status, so at the narrowest it may take a few columns more.
      expect(columns(lines[0] ?? '')).toBeLessThanOrEqual(Math.max(width, 40))
    }
  })

  test('wide letters and emoji count as two', () => {
    const view = viewOf(eventsOf('x', [started({ q: '検索する言葉をここに書く'.repeat(5) })]))
    const lines = renderToolCard(view, { width: 40, open: true }).split('\n')
    for (const line of lines) {
      const wide = [...line].filter((letter) => /[\u3000-\u9fff]/.test(letter)).length
      expect(line.length + wide).toBeLessThanOrEqual(40)
    }
  })

  test('§6.2.2: a status is a word and a sign, with colours off', () => {
    const heads = Object.values(states).map(
      (events) => renderToolCard(viewOf(events)).split('\n')[0],
    )
    for (const head of heads) expect(head).not.toContain('\u001b')
    expect(new Set(heads.map((head) => head?.[0])).size).toBeGreaterThanOrEqual(7)
  })

  test('colours are of the 16 a theme defines, and end where they began', () => {
    const colored = renderToolCard(viewOf(states['failed'] ?? []), { color: true })
    expect(colored).toContain('\u001b[31m')
    const codes = [...colored.matchAll(/\u001b\[(\d+)m/g)].map((match) => Number(match[1]))
    expect(codes.every((code) => code < 100)).toBe(true)
    expect(codes.filter((code) => code === 0).length).toBe(codes.length / 2)
    expect(colored.replace(/\u001b\[\d+m/g, '')).toBe(
      renderToolCard(viewOf(states['failed'] ?? [])),
    )
  })

  test('§6.2.11: an escape sequence in a view from elsewhere gets no further', () => {
    const view = viewOf(states['done'] ?? [])
    const hostile = {
      ...view,
      label: 'a\u001b[2Jb',
      statusText: '\u001b]0;title\u0007Done',
      fields: [{ name: '\u001b[1m', kind: 'text' as const, text: '\u009b31m' }],
    }
    expect(renderToolCard(hostile, { open: true })).not.toMatch(/[\u001b\u009b\u0007]/)
  })

  test('long text is folded to its first lines, or printed whole', () => {
    const lines = Array.from({ length: 100 }, (_, index) => `line ${index}`).join('\n')
    const view = viewOf(eventsOf('x', [completed(text(lines))]))
    expect(renderToolCard(view, { open: true }).split('\n').length).toBeLessThan(15)
    expect(renderToolCard(view, { open: true, full: true })).toContain('line 99')
  })

  test('without unicode everything a card draws is ASCII', () => {
    // The one fixture that prints a letter of its own.
    for (const [name, events] of Object.entries(states))
      if (name !== 'running')
        expect(renderToolCard(viewOf(events), { unicode: false, open: true }), name).toMatch(
          /^[\n -~]*$/,
        )
  })
})
