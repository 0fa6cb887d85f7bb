import { type SlackBlock, slackLimits } from './slack-blocks'
import { plainText } from './slack-inline'

/** Brings a list of blocks under the limit of a message: merge, then drop dividers, then cut with a notice. */
export function fitSlack(blocks: readonly SlackBlock[]): SlackBlock[] {
  const merged = mergeRichText(blocks)
  if (merged.length <= slackLimits.blocks) return merged
  const kept = dropDividers(merged, merged.length - slackLimits.blocks)
  if (kept.length <= slackLimits.blocks) return kept
  const shown = kept.slice(0, slackLimits.blocks - 1)
  const dropped = kept.length - shown.length
  return [
    ...shown,
    { type: 'context', elements: [plainText(`${dropped} more blocks are not shown here.`, 200)] },
  ]
}

// Neighbouring rich text reads the same in one block while it stays small.
function mergeRichText(blocks: readonly SlackBlock[]): SlackBlock[] {
  if (blocks.length <= slackLimits.blocks) return [...blocks]
  const merged: SlackBlock[] = []
  for (const block of blocks) {
    const last = merged.at(-1)
    const joins =
      last?.type === 'rich_text' &&
      block.type === 'rich_text' &&
      JSON.stringify(last).length + JSON.stringify(block).length < slackLimits.richText
    if (joins) last.elements = [...last.elements, ...block.elements]
    else merged.push(block.type === 'rich_text' ? { ...block } : block)
  }
  return merged
}

function dropDividers(blocks: SlackBlock[], surplus: number): SlackBlock[] {
  let left = surplus
  return blocks
    .toReversed()
    .filter((block) => block.type !== 'divider' || left-- <= 0)
    .toReversed()
}
