import type { ToolDefinition } from '@toolprism/core'
import { appMimeType } from '../meta-keys'
import type { ServedSet } from './catalog'

export interface AppCardOptions {
  /** The page's HTML, such as the tool card of `@toolprism/ui-presentations`. */
  html: string | (() => string | Promise<string>)
  /** @default 'ui://toolprism/tool-card.html' */
  uri?: string
  /** Origins the page may load from; absent means no network (ext-apps `_meta.ui.csp`). */
  csp?: { connectDomains?: string[]; resourceDomains?: string[] }
  prefersBorder?: boolean
}

/** The set with the card as a `ui://` resource, and each tool without an App of its own pointing at it. */
export function withAppCard(set: ServedSet, app: AppCardOptions | undefined): ServedSet {
  if (!app) return set
  const uri = app.uri ?? 'ui://toolprism/tool-card.html'
  const ui = {
    ...(app.csp && { csp: app.csp }),
    ...(app.prefersBorder !== undefined && { prefersBorder: app.prefersBorder }),
  }
  const hasUi = Object.keys(ui).length > 0
  const link = (tool: ToolDefinition): ToolDefinition =>
    tool.meta?.['ui'] === undefined
      ? { ...tool, meta: { ...tool.meta, ui: { resourceUri: uri }, 'ui/resourceUri': uri } }
      : tool
  return {
    ...set,
    tools: set.tools?.map(link),
    resources: [
      ...(set.resources ?? []),
      {
        uri,
        name: 'tool-card',
        title: 'Tool card',
        mimeType: appMimeType,
        ...(hasUi && { meta: { ui } }),
        read: async () => ({
          uri,
          mimeType: appMimeType,
          text: typeof app.html === 'string' ? app.html : await app.html(),
          ...(hasUi && { _meta: { ui } }),
        }),
      },
    ],
  }
}
