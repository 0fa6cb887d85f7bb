import { estimateTokens } from './estimate-tokens'
import { compareCodePoints } from './order'
import type { Detail } from './prepare-tool'
import {
  type Catalog,
  type CatalogOptions,
  type RenderNamespace,
  renderWithDetail,
  toolsOf,
} from './render-catalog'
import type { RenderTool } from './tool'

export interface FitOptions extends CatalogOptions {
  /** The text costs no more than this, unless the names alone do. */
  maxTokens: number
  /** Counts the tokens of a text. @default an estimate */
  count?: ((text: string) => number) | undefined
  /** Names of tools that are shown in full whatever it costs the others. */
  pin?: readonly string[] | undefined
  /** How much a tool matters; higher keeps more detail. @default all alike, then by name */
  rank?: ((tool: RenderTool) => number) | undefined
}

export interface FittedCatalog extends Catalog {
  /** What the text costs by `count`. */
  tokens: number
  /** False when even the names cost more than allowed. */
  fits: boolean
  /** The tools shown with less than everything. */
  reduced: { tool: string; detail: Detail }[]
}

/** From least to most. */
const LEVELS: readonly Detail[] = ['name', 'sentence', 'types', 'summary', 'full']
const ROUNDS = 12

/**
 * Renders a catalog within a number of tokens: every tool first gets a name, then a sentence, then its types, then the
 * first sentence above them, then everything, the higher ranked tools first. The same input gives the same text.
 */
export function fitCatalog(
  input: readonly RenderTool[] | readonly RenderNamespace[],
  options: FitOptions,
): FittedCatalog {
  const { maxTokens } = options
  if (!(maxTokens >= 0))
    throw new RangeError(`Option maxTokens must be a number of tokens; got ${maxTokens}.`)
  const count = options.count ?? estimateTokens
  const render = (detailOf: (tool: RenderTool) => Detail) => {
    const catalog = renderWithDetail(input, options, detailOf)
    return { catalog, tokens: count(catalog.text) }
  }
  const whole = render(() => 'full')
  if (whole.tokens <= maxTokens) return finish(whole, maxTokens, new Map())
  const pinned = new Set(options.pin)
  const ladder = ladderOf(input, options, count, pinned)
  // Shared types make the cost of a choice less than the sum of its parts: search for the budget that meets the limit.
  let low = 0
  let high = whole.tokens * 2
  const choose = (budget: number) => {
    const details = chooseDetails(ladder, budget)
    return { details, ...render((tool) => details.get(tool) ?? 'full') }
  }
  let best = choose(0)
  for (let round = 0; round < ROUNDS && best.tokens <= maxTokens; round++) {
    const budget = (low + high) / 2
    const tried = choose(budget)
    if (tried.tokens > maxTokens) high = budget
    else {
      low = budget
      if (tried.tokens >= best.tokens) best = tried
    }
  }
  return finish(best, maxTokens, best.details)
}

interface Rung {
  tool: RenderTool
  /** What each level costs on its own. */
  costs: number[]
}

/** The tools whose detail may change, the most important first. */
function ladderOf(
  input: readonly RenderTool[] | readonly RenderNamespace[],
  options: FitOptions,
  count: (text: string) => number,
  pinned: ReadonlySet<string>,
): Rung[] {
  const texts = LEVELS.map((level) => renderWithDetail(input, options, () => level).texts)
  const rank = options.rank ?? (() => 0)
  return toolsOf(input)
    .filter((tool) => !pinned.has(tool.name))
    .map((tool) => ({ tool, costs: texts.map((level) => count(level.get(tool) ?? '')) }))
    .sort((a, b) => rank(b.tool) - rank(a.tool) || compareCodePoints(a.tool.name, b.tool.name))
}

function chooseDetails(ladder: readonly Rung[], budget: number): Map<RenderTool, Detail> {
  let left = budget
  const levels = new Map(ladder.map(({ tool }) => [tool, 0]))
  for (let level = 1; level < LEVELS.length; level++)
    for (const { tool, costs } of ladder) {
      if (levels.get(tool) !== level - 1) continue
      const price = costs[level]! - costs[level - 1]!
      if (price > left) continue
      left -= Math.max(price, 0)
      levels.set(tool, level)
    }
  return new Map([...levels].map(([tool, level]) => [tool, LEVELS[level]!]))
}

function finish(
  { catalog, tokens }: { catalog: Catalog; tokens: number },
  maxTokens: number,
  details: ReadonlyMap<RenderTool, Detail>,
): FittedCatalog {
  const reduced = [...details].filter(([, detail]) => detail !== 'full')
  const { text, names, types, diagnostics } = catalog
  return {
    text,
    names,
    types,
    diagnostics,
    tokens,
    fits: tokens <= maxTokens,
    reduced: reduced.map(([tool, detail]) => ({ tool: tool.name, detail })),
  }
}
