import { sanitizeHref, sanitizeSource } from '@toolprism/composition/author'
import { expect, test } from 'vitest'

test.each([
  ['https://example.com/a'],
  ['http://example.com'],
  ['mailto:a@b'],
  ['/app/x#/y'],
  ['dashboards/1'],
  ['?q=a:b'],
  ['/a?b=1&amp;#58;c'],
])('a link may go to %s', (url) => {
  expect(sanitizeHref(url)).toBe(url)
})

test('accepted addresses are trimmed and lose their controls', () => {
  expect(sanitizeHref('  https://e.com  ')).toBe('https://e.com')
  expect(sanitizeHref('ht\ntps://e.com/\u202ea')).toBe('https://e.com/a')
})

test.each([
  ['javascript:alert(1)'],
  ['JaVaScRiPt:alert(1)'],
  ['data:text/html,x'],
  ['data:image/png;base64,AAA'],
  ['blob:https://a'],
  ['file:///etc/passwd'],
  ['vbscript:x'],
  ['//evil'],
  ['\\\\evil'],
  ['/\\evil'],
  [''],
  ['  \t '],
  ['https://e/<script>'],
  ['java\tscript:x'],
  ['java\nscript:x'],
  ['java\u0000script:x'],
  ['javascript&colon;x'],
  ['javascript&#58;x'],
  ['javascript&#58alert(1)'],
  ['javascript&#x3A//x'],
  ['java&Tab;script:x'],
  ['java&NewLine;script:x'],
  ['&#47;&#47;evil'],
  ['&sol;&sol;evil'],
  ['&bsol;&bsol;evil'],
  ['https://x/&lt;script>'],
  ['javascript\u200b:x'],
])('a link may not go to %j', (url) => {
  expect(sanitizeHref(url)).toBeUndefined()
})

test('images may be inline, links of mail may not', () => {
  for (const url of [
    'https://e.com/a.png',
    'data:image/png;base64,AAA',
    'data:image/svg+xml,%3C',
    '/a.png',
  ])
    expect(sanitizeSource(url)).toBe(url)
  for (const url of ['mailto:a@b', 'data:,x', 'data:text/html,x', 'javascript:x'])
    expect(sanitizeSource(url)).toBeUndefined()
})

test('what is returned is what was written, never its decoded form', () => {
  expect(sanitizeHref('/a&#58;b')).toBe('/a&#58;b')
  expect(sanitizeHref('javascript&#38;#58;alert(1)')).toBe('javascript&#38;#58;alert(1)')
})
