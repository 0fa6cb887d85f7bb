import type { Span } from '../runtime/blocks'
import type { SlackBlock, SlackRichElement } from './slack-blocks'
import { slackInline, slackSection } from './slack-inline'

/** One rich text block. */
export function rich(...elements: SlackRichElement[]): SlackBlock[] {
  return [{ type: 'rich_text', elements }]
}

/** A paragraph. */
export function section(spans: Span[]): SlackBlock[] {
  return rich(slackSection(spans))
}

/** Text whose spacing matters. */
export function preformatted(text: string): SlackBlock[] {
  return rich({ type: 'rich_text_preformatted', elements: slackInline([{ text }]) })
}
