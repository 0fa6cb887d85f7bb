import fc from 'fast-check'

const pieces = [
  '*',
  '**',
  '***',
  '_',
  '__',
  '`',
  '``',
  '~~',
  '[',
  ']',
  '(',
  ')',
  '<',
  '>',
  '<b>',
  '</p>',
  '<script>',
  '&',
  '&amp;',
  '&#58;',
  '!',
  '#',
  '##',
  '-',
  '+',
  '=',
  '===',
  '1.',
  '1)',
  '|',
  '\\',
  '\\\\',
  ':',
  '{',
  '}',
  'http://',
  'https://a.b',
  'www.',
  'www.x.y~',
  'ftp://',
  'mailto:a@b.c',
  '@',
  'a@b.c',
  'xmpp:',
  '_a_',
  'x',
  'word',
  'é',
  'ß',
  '漢',
  '👩‍👩‍👧',
  '\u202e',
  '\u200b',
  '\u0000',
  '\u001b[31m',
  '\n',
  '\r\n',
  '\t',
  '  ',
  ' ',
  '\u2028',
  '\u00a0',
  '[x](y)',
  '![x](y)',
  '- [ ] ',
  '> ',
  '"',
  "'",
  '^',
  '$',
  '%',
  '.',
  ',',
  ';',
  '\ud800',
  '[^1]',
  ':smile:',
  '<!--',
  ']]>',
]

/** Text made of everything some format gives a meaning to. */
export const hostileText = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...pieces) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) },
    ),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .map((parts) => parts.join(''))

/** Addresses the URL policy allows: one that a reader decodes to a tag bracket is refused. */
export const hostileHref = fc.oneof(
  fc.constantFrom(
    'https://example.com/a?b=1&amp;c=(2)',
    '/a b/c',
    'mailto:link@example.org',
    'https://e.com/|x`y',
    '/x&#58;y',
  ),
  fc
    .webUrl({ withQueryParameters: true, withFragments: true })
    .filter((url) => !/&[lg]t;|&#(x3[ce]|6[02]);/i.test(url)),
)

const anySpans = fc.array(
  fc.record(
    {
      text: hostileText,
      bold: fc.boolean(),
      italic: fc.boolean(),
      code: fc.boolean(),
      href: hostileHref,
    },
    { requiredKeys: ['text'] },
  ),
  { minLength: 1, maxLength: 6 },
)

/** Without the one look Markdown cannot say at the beginning of a line: a link whose code holds `]:`. */
export const hostileSpans = anySpans.map((spans) =>
  spans.map((span) => {
    if (!span.code || !span.text.includes(']:')) return span
    const { href: _, ...rest } = span
    return rest
  }),
)
