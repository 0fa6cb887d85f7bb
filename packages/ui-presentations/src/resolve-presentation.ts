import {
  type Icon,
  inferPresentation,
  type ToolAnnotations,
  type ToolPresentation,
  type ToolTone,
} from '@toolprism/core'
import { defined } from './defined'
import { findIcon } from './icons'
import { splitToolName } from './split-tool-name'
import { cleanLine } from './view/clean-text'
import { isRecord } from './view/is-record'
import { safeIconSource } from './view/safe-url'
import type { ResolvedPresentation } from './view/tool-call-view.types'

/** What a host knows of a tool beside its calls: its presentation, and for imported tools what MCP lists. */
export interface RegisteredPresentation extends ToolPresentation {
  title?: string
  annotations?: ToolAnnotations
  icons?: readonly Icon[]
}

/** Presentations by tool name, as `agent.getToolPresentations()` gives them. */
export type PresentationRegistry =
  | Readonly<Record<string, RegisteredPresentation>>
  | ReadonlyMap<string, RegisteredPresentation>

export interface PresentationSource {
  toolName: string
  /** The presentation on the event or part; wins field by field. */
  presentation?: ToolPresentation | undefined
  title?: string | undefined
}

const tones: ReadonlyMap<unknown, ToolTone> = new Map(
  Object.entries({
    neutral: 'neutral',
    info: 'info',
    success: 'success',
    warning: 'warning',
    error: 'error',
    // Words other vocabularies use (MCP Apps, the older UI types).
    danger: 'error',
    destructive: 'error',
    default: 'neutral',
    primary: 'info',
  }),
)

/**
 * How to show a call, field by field: the event, then the registry, then the tool's name and annotations.
 * Unknown tones and icons fall through to the next source; the result has no hole.
 */
export function resolvePresentation(
  call: PresentationSource,
  registry?: PresentationRegistry,
): ResolvedPresentation {
  const toolName = String(call.toolName)
  const registered = lookUp(registry, toolName)
  const { server, tool } = splitToolName(toolName)
  const { annotations, icons } = registered ?? {}
  const inferred = inferPresentation({ name: tool, ...(annotations && { annotations }) })
  const sources = [call.presentation, registered].filter(isRecord)
  const first = <T>(read: (source: ToolPresentation) => T) => sources.map(read).find(Boolean)
  const title = [call.title, registered?.title, annotations?.title]
  const icon = first((source) => findIcon(source.icon))
  return defined<ResolvedPresentation>({
    label:
      first(({ label }) => cleanLine(label, 80)) ||
      title.map((text) => cleanLine(text, 80)).find(Boolean) ||
      // `Fetch db metrics` -> `Fetch DB metrics`.
      cleanLine(inferred.label, 80).replace(acronym, (word) => word.toUpperCase()) ||
      cleanLine(toolName, 80),
    icon: icon ?? findIcon(inferred.icon) ?? 'wrench',
    tone: first(({ tone }) => tones.get(tone)) ?? tones.get(inferred.tone) ?? 'neutral',
    iconSource:
      icon || !Array.isArray(icons)
        ? undefined
        : icons.map((item) => safeIconSource(item?.src)).find(Boolean),
    group: first(({ group, family }) => cleanLine(group ?? family, 40)) ?? server,
    pending: first(({ pending }) => cleanLine(pending, 64)),
    done: first(({ done }) => cleanLine(done, 64)),
    server: server && cleanLine(server, 60),
  })
}

const acronym =
  /\b(?:ai|api|cpu|css|csv|db|dns|html|https?|ids?|ip|json|mcp|pdf|png|pr|sql|svg|ui|ur[il]s?|xml|yaml)\b/gi

function lookUp(
  registry: PresentationRegistry = {},
  name: string,
): RegisteredPresentation | undefined {
  const read = registry as Readonly<Record<string, RegisteredPresentation>>
  const found =
    registry instanceof Map
      ? registry.get(name)
      : // A tool may be called `constructor`.
        Object.hasOwn(read, name) && read[name]
  return isRecord(found) ? found : undefined
}
