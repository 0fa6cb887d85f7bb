import type { CatalogEntry, PrimitiveGroup, ViewSummary } from '../composition'
import { oneLine } from '../text/clean-text'
import { codeSpan, compactJson, keySpan } from '../text/print-name'
import { compositionToolNames } from './tool-names'
import type { CompositionToolsRuntime } from './tools-runtime'

export type GuideProfile = 'general' | 'registered-view-router' | 'compose-from-primitives'

/** What a model is told before it writes. */
export interface GuideOptions {
  runtime: Pick<CompositionToolsRuntime, 'getAuthoringContext'>
  /** First section of the guide. @default a short general paragraph */
  guide?: string | undefined
  /** One bullet each; always printed as one line. */
  rules?: readonly string[] | undefined
  /** Compositions to show; the profile decides how many. */
  examples?: readonly unknown[] | undefined
  /** @default 'compose-from-primitives' */
  profile?: GuideProfile | undefined
  /** @default 'composition' */
  prefix?: string | undefined
}

const profiles: Record<GuideProfile, { examples: number; framing: string }> = {
  general: {
    examples: 1,
    framing:
      'Answer with a registered view when one fits the question; otherwise compose a view from the primitives below.',
  },
  'registered-view-router': {
    examples: 0,
    framing:
      'Route questions to registered views: choose the view that answers the question and give it the input it asks for. Compose from primitives only when no view fits.',
  },
  'compose-from-primitives': {
    examples: 1,
    framing:
      'Compose a view from the primitives below. The catalog says what each is for; its fields are looked up by type.',
  },
}

const defaultGuide =
  'Write exactly one composition: `{ "type": "view", "title"?, "subtitle"?, "theme"?, "body": [nodes] }`, built only from the primitives listed here. Lead with the answer. Prefer the one primitive that says it all over several that share the work. Text is literal: no Markdown, no HTML. Validate before you render, and repair every error.'

/** The text of the guide tool, resource and prompt: small, an index of the catalog instead of its schema. */
export function buildAuthoringGuide(options: GuideOptions): string {
  const { runtime, guide = defaultGuide, rules = [], examples = [], prefix } = options
  const profile = profiles[options.profile ?? 'compose-from-primitives']
  const names = compositionToolNames(prefix)
  const { primitives, groups, views } = runtime.getAuthoringContext()
  const shown = examples.slice(0, profile.examples)
  const sections = [
    '# View authoring',
    profile.framing,
    `## Guide\n\n${guide}`,
    rules.length > 0 && `## Rules\n\n${rules.map((rule) => `- ${oneLine(rule)}`).join('\n')}`,
    views.length > 0 && `## Registered views\n\n${views.map(viewBullet).join('\n')}`,
    `## Primitive catalog\n\nPrimitives by type and purpose. Ask ${codeSpan(names.describePrimitives)} for fields and an example before you write a type.`,
    ...catalogGroups(primitives, groups),
    shown.length > 0 && `## Examples\n\n${shown.map(exampleBlock).join('\n\n')}`,
    `## Before you write\n\nCall ${codeSpan(names.describePrimitives)} once with every type you plan to use, containers included. Then call ${codeSpan(names.validate)}; each error names the primitive to look up for its repair.`,
  ]
  return sections.filter(Boolean).join('\n\n')
}

function catalogGroups(
  primitives: readonly CatalogEntry[],
  groups: readonly PrimitiveGroup[],
): string[] {
  const left = new Map(primitives.map((entry) => [entry.type, entry]))
  const take = (type: string) => {
    const entry = left.get(type)
    left.delete(type)
    return entry ? [indexBullet(entry)] : []
  }
  const sections = groups.map(({ title, types }) => ({ title, bullets: types.flatMap(take) }))
  sections.push({ title: 'Other', bullets: [...left.keys()].flatMap(take) })
  return sections
    .filter(({ bullets }) => bullets.length > 0)
    .map(({ title, bullets }) => `### ${oneLine(title)}\n\n${bullets.join('\n')}`)
}

/** A catalog entry on one line: type and purpose. */
export function indexBullet(entry: CatalogEntry): string {
  return `- ${keySpan(entry.type)} — ${oneLine(entry.purpose)}`
}

function viewBullet(view: ViewSummary): string {
  const details = [
    view.description && view.description !== view.title && oneLine(view.description),
    view.answers?.length && `Answers: ${view.answers.map(oneLine).join('; ')}`,
    view.inputSchema && `Input: ${codeSpan(compactJson(view.inputSchema))}`,
  ]
  return [`- ${keySpan(view.id)} — ${oneLine(view.title)}`, ...details.filter(Boolean)].join('\n  ')
}

function exampleBlock(example: unknown): string {
  if (typeof example !== 'object' || example === null) return fencedJson(example)
  const { meta: _, ...rest } = example as Record<string, unknown>
  return fencedJson(rest)
}

/** Compact JSON in a fence; JSON has no line of backticks, so three are enough. */
export function fencedJson(value: unknown): string {
  return `\`\`\`json\n${compactJson(value)}\n\`\`\``
}
