/** An image a host may show, in the shape of MCP icons. `src` is an https or data URI. */
export interface Icon {
  src: string
  mimeType?: string
  sizes?: string[]
  theme?: 'light' | 'dark'
}

export type ToolTone = 'neutral' | 'info' | 'success' | 'warning' | 'error'

/**
 * How a person sees a tool. Plain JSON; it travels beside the tool and never reaches a model.
 * Unknown tones and icons are legal: renderers fall back quietly.
 */
export interface ToolPresentation {
  label?: string
  /** A lucide name in kebab-case (`database`, `clock`) or one emoji. */
  icon?: string
  tone?: ToolTone | (string & {})
  group?: string
  /** Older name of `group`; `group` wins. */
  family?: string
  /** Status texts of at most 64 characters, shown while the tool runs and when it is done. */
  pending?: string
  done?: string
}
