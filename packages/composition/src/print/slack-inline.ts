import type { Span } from '../runtime/blocks'
import { clampText } from '../text/display-width'
import {
  type SlackInline,
  type SlackSection,
  type SlackStyle,
  type SlackText,
  slackLimits,
} from './slack-blocks'

/** Spans as rich text: literal, styles are flags, so nothing needs escaping. Never empty. */
export function slackInline(spans: readonly Span[], style: SlackStyle = {}): SlackInline[] {
  const elements: SlackInline[] = []
  let left: number = slackLimits.richText
  for (const span of spans) {
    if (left <= 1) break
    const text = clampText(span.text, left)
    if (text === '') continue
    left -= text.length
    elements.push(inline(text, span, style))
  }
  return elements.length > 0 ? elements : [{ type: 'text', text: ' ' }]
}

function inline(text: string, span: Span, base: SlackStyle): SlackInline {
  const style: SlackStyle = {
    ...base,
    ...(span.bold && { bold: true }),
    ...(span.italic && { italic: true }),
    ...(span.code && { code: true }),
  }
  const styled = Object.keys(style).length > 0 ? { style } : {}
  const url = span.href === undefined ? undefined : slackUrl(span.href)
  if (url !== undefined) return { type: 'link', url, text, ...styled }
  return { type: 'text', text, ...styled }
}

/** An address Slack can resolve: absolute http(s) or mailto that prints back unchanged. */
export function slackUrl(href: string): string | undefined {
  const url = href.replace(/\|/g, '%7C')
  if (url.length > slackLimits.imageUrl || !/^(https?:\/\/|mailto:)/i.test(url)) return undefined
  try {
    const parsed = new URL(url).href
    return parsed === url || parsed === `${url}/` ? url : undefined
  } catch {
    return undefined
  }
}

export function slackSection(spans: readonly Span[], style?: SlackStyle): SlackSection {
  return { type: 'rich_text_section', elements: slackInline(spans, style) }
}

/** Plain text, without Slack's emoji shorthand. */
export function plainText(text: string, max: number): SlackText {
  return { type: 'plain_text', text: clampText(text, max) || ' ', emoji: false }
}

/** Escapes what mrkdwn decodes. */
export function escapeMrkdwn(text: string): string {
  return text.replace(/[&<>]/g, (mark) => (mark === '&' ? '&amp;' : mark === '<' ? '&lt;' : '&gt;'))
}

/** A label over a value: bold where mrkdwn can say it literally, else plain text. */
export function slackField(label: string, value: string): SlackText {
  if (label === '') return plainText(value, slackLimits.field)
  const marks = /[*_~`:]|https?|@|#|!/
  if (marks.test(label) || marks.test(value))
    return plainText(`${label}\n${value}`, slackLimits.field)
  const room = slackLimits.field - 3
  const head = escapeMrkdwn(clampText(label, 200))
  const text = `*${head}*\n${escapeMrkdwn(value)}`
  if (text.length > room) return plainText(`${label}\n${value}`, slackLimits.field)
  return { type: 'mrkdwn', text, verbatim: true }
}
