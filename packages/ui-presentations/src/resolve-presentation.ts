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

const tones: readonly string[] = ['neutral', 'info', 'success', 'warning', 'error']
// Words other vocabularies use (MCP Apps, the older UI types).
const toneAliases: Readonly<Record<string, ToolTone>> = {
  danger: 'error',
  destructive: 'error',
  default: 'neutral',
  primary: 'info',
}

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
  const sources = [asRecord(call.presentation), registered].filter((item) => item !== undefined)
  const { server, tool } = splitToolName(toolName)
  const annotations = registered?.annotations
  const inferred = inferPresentation({ name: tool, ...(annotations && { annotations }) })
  const text = (field: 'label' | 'pending' | 'done', limit: number) =>
    sources.map((source) => cleanLine(source[field], limit)).find(Boolean)

  const group = sources.map((item) => cleanLine(item.group ?? item.family, 40)).find(Boolean)
  const pending = text('pending', 64)
  const done = text('done', 64)
  const title =
    cleanLine(call.title, 80) ||
    cleanLine(registered?.title, 80) ||
    cleanLine(registered?.annotations?.title, 80)
  const icon = sources.map((source) => findIcon(source.icon)).find(Boolean)
  const iconSource = icon ? undefined : firstIconSource(registered?.icons)
  return defined<ResolvedPresentation>({
    label: text('label', 80) || title || inWords(inferred.label) || cleanLine(toolName, 80),
    icon: icon ?? findIcon(inferred.icon) ?? 'wrench',
    tone:
      sources.map((source) => toTone(source.tone)).find(Boolean) ??
      toTone(inferred.tone) ??
      'neutral',
    iconSource: iconSource,
    group: group ?? inferred.group ?? server,
    pending: pending,
    done: done,
    server: server === undefined ? undefined : cleanLine(server, 60),
  })
}

const acronym =
  /\b(?:ai|api|cpu|css|csv|db|dns|html|https?|ids?|ip|json|mcp|pdf|png|pr|sql|svg|ui|ur[il]s?|xml|yaml)\b/gi

/** `Fetch db metrics` -> `Fetch DB metrics`. */
function inWords(label: unknown): string {
  return cleanLine(label, 80).replace(acronym, (word) => word.toUpperCase())
}

function lookUp(
  registry: PresentationRegistry | undefined,
  name: string,
): RegisteredPresentation | undefined {
  if (!registry) return undefined
  if (registry instanceof Map) return asRecord(registry.get(name))
  const record = registry as Readonly<Record<string, RegisteredPresentation>>
  // A tool may be called `constructor`.
  return Object.hasOwn(record, name) ? asRecord(record[name]) : undefined
}

function asRecord<T>(value: T | undefined): T | undefined {
  return typeof value === 'object' && value !== null ? value : undefined
}

function toTone(tone: unknown): ToolTone | undefined {
  if (typeof tone !== 'string') return undefined
  if (tones.includes(tone)) return tone as ToolTone // it is in the list of tones
  return Object.hasOwn(toneAliases, tone) ? toneAliases[tone] : undefined
}

function firstIconSource(icons: readonly Icon[] | undefined): string | undefined {
  if (!Array.isArray(icons)) return undefined
  return (icons as readonly Icon[]).map((icon) => safeIconSource(icon?.src)).find(Boolean)
}
