/** The Block Kit shapes this package writes, and no others. */
export interface SlackStyle {
  bold?: true
  italic?: true
  code?: true
}

export type SlackInline =
  | { type: 'text'; text: string; style?: SlackStyle }
  | { type: 'link'; url: string; text: string; style?: SlackStyle }

export interface SlackSection {
  type: 'rich_text_section'
  elements: SlackInline[]
}

export type SlackRichElement =
  | SlackSection
  | { type: 'rich_text_quote'; elements: SlackInline[] }
  | { type: 'rich_text_preformatted'; elements: SlackInline[] }
  | {
      type: 'rich_text_list'
      style: 'bullet' | 'ordered'
      indent: number
      offset?: number
      elements: SlackSection[]
    }

export type SlackText =
  | { type: 'plain_text'; text: string; emoji: false }
  | { type: 'mrkdwn'; text: string; verbatim: true }

export type SlackCell =
  | { type: 'raw_text'; text: string }
  | { type: 'rich_text'; elements: SlackSection[] }

export type SlackBlock =
  | { type: 'header'; text: SlackText }
  | { type: 'context'; elements: SlackText[] }
  | { type: 'divider' }
  | { type: 'section'; fields: SlackText[] }
  | { type: 'rich_text'; elements: SlackRichElement[] }
  | { type: 'image'; image_url: string; alt_text: string; title?: SlackText }
  | {
      type: 'table'
      rows: SlackCell[][]
      column_settings: { align: 'left' | 'center' | 'right'; is_wrapped: boolean }[]
    }

/** A Slack message; `assets` lists the images its blocks show. */
export interface SlackMessage {
  text: string
  blocks: SlackBlock[]
  assets: { url: string; alt: string }[]
}

/** Limits of Block Kit and of a message. */
export const slackLimits = {
  blocks: 50,
  header: 150,
  context: 2_000,
  field: 2_000,
  fields: 10,
  text: 4_000,
  imageUrl: 3_000,
  imageAlt: 2_000,
  imageTitle: 2_000,
  tableRows: 100,
  tableColumns: 20,
  tableCharacters: 10_000,
  listIndent: 8,
  /** Not documented by Slack; keeps one rich text block well inside what it accepts. */
  richText: 3_000,
} as const
