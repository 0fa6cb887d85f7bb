export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger'

/** A run of literal text with one look. What authors write is already this shape. */
export interface Span {
  text: string
  bold?: boolean | undefined
  italic?: boolean | undefined
  code?: boolean | undefined
  href?: string | undefined
  tone?: Tone | undefined
}

export interface ListItem {
  spans: Span[]
  /** A check box: ticked or not. */
  done?: boolean | undefined
  sub?: Span[][] | undefined
  /** Timeline only: when it happened. */
  lead?: string | undefined
  note?: Span[] | undefined
  tone?: Tone | undefined
}

export interface Pair {
  label: string
  spans: Span[]
  /** A change, printed after the value. */
  note?: string | undefined
  tone?: Tone | undefined
}

export interface Meter {
  label: string
  /** 0 to 1; absent when nothing can be compared. */
  share?: number | undefined
  display: string
  tone?: Tone | undefined
}

export interface GridColumn {
  label: string
  align: 'start' | 'center' | 'end'
}

export interface Column {
  weight: number
  blocks: Block[]
}

/**
 * The surface-neutral tree: every primitive lowers to it, every surface prints it.
 * A new primitive normally needs no new block.
 */
export type Block =
  | {
      kind: 'para'
      spans: Span[]
      tone?: Tone | undefined
      small?: boolean | undefined
      tags?: true
    }
  | { kind: 'head'; level: number; text: string }
  | { kind: 'list'; ordered: boolean; items: ListItem[]; timeline?: true }
  | { kind: 'pre'; code: string; language?: string | undefined; caption?: string | undefined }
  | { kind: 'grid'; columns: GridColumn[]; rows: Span[][][]; caption?: string | undefined }
  | { kind: 'pairs'; items: Pair[]; big?: true }
  | {
      kind: 'meter'
      items: Meter[]
      /** Each item has a scale of its own: neighbours of this kind line up as one block. */
      joins?: true
    }
  | {
      kind: 'line'
      label: string
      points: number[]
      min: string
      max: string
      last: string
      from?: string | undefined
      to?: string | undefined
    }
  | {
      kind: 'image'
      src: string
      alt: string
      caption?: string | undefined
      href?: string | undefined
      width?: number | undefined
      height?: number | undefined
    }
  | { kind: 'rule' }
  | {
      kind: 'box'
      role: 'callout' | 'quote' | 'section' | 'details'
      blocks: Block[]
      tone?: Tone | undefined
      title?: string | undefined
      /** Quote only. */
      source?: string | undefined
      href?: string | undefined
      /** Section only. */
      note?: string | undefined
      /** Details only. */
      open?: boolean | undefined
    }
  | { kind: 'cols'; columns: Column[] }
