// C0 and C1 controls, except tab and line feed; bidi embeddings, overrides and isolates.
const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
const unclean = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ud800-\udfff]/

/**
 * Text that is safe to print anywhere: line breaks become `\n`, other control characters and bidi
 * overrides go, a lone surrogate becomes U+FFFD.
 */
export function cleanText(text: string): string {
  if (!unclean.test(text)) return text
  return text
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(control, '')
    .replace(loneSurrogate, '\ufffd')
}

/** Clean text on one line: every run of white space is one space, the ends are trimmed. */
export function inlineText(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ').trim()
}

/** Prose of a pack or host on one line: only white space that holds a line break is folded. */
export function oneLine(text: string): string {
  return text.replace(/\s*[\r\n\u2028\u2029]\s*/g, ' ')
}
