import type { JsonSchema } from '@toolprism/core'
import { bm25, type Document } from './bm25'
import { type RequestParts, readRequest } from './request'
import { type Filled, type Findings, fillSlots } from './slots'
import { keywords, terms, words } from './words'

/** What the planner knows of a tool: exactly what any model is told. */
export interface PlannerTool {
  name: string
  description?: string
  inputSchema: JsonSchema
}

export interface Step extends Filled {
  tool: string
  score: number
}

/** Below this score no tool's words fit the request well enough to guess. */
const unsure = 1.2

const verbs =
  'call|check|compose|count|describe|draw|explain|fetch|find|get|give|list|look|make|open|print|read|render|run|search|show|summarize|tell|validate|write'
const boundary = new RegExp(
  `\\s*(?:;|,?\\s*\\b(?:and then|then|after that|afterwards)\\b|,?\\s*\\band\\b(?=\\s+(?:also\\s+)?(?:${verbs})\\b)|\\.\\s+(?=[A-Z]))\\s*`,
)

/** Takes a request apart into at most four steps, in the order a person said them. */
export function splitClauses(text: string): string[] {
  const quoted: string[] = []
  const masked = text.replace(
    /"[^"]*"|“[^”]*”|`[^`]*`/g,
    (match) => `\u0001${quoted.push(match) - 1}\u0001`,
  )
  const clauses = masked
    .split(boundary)
    .map((clause) =>
      clause.replace(/\u0001(\d+)\u0001/g, (_, index) => quoted[Number(index)] ?? '').trim(),
    )
  return clauses
    .filter((clause) => keywords(clause).length > 0 || /[/.]\w/.test(clause))
    .slice(0, 4)
}

/** A step that feeds another asks for as much as the tool gives: the best find may be the last. */
export function widen(step: Step, tools: PlannerTool[]): Step {
  const schema = tools.find(({ name }) => name === step.tool)?.inputSchema
  const limit = (schema?.['properties'] as Record<string, JsonSchema> | undefined)?.['limit']
  const maximum = limit?.['maximum']
  if (typeof maximum !== 'number' || 'limit' in step.input) return step
  return { ...step, input: { ...step.input, limit: maximum } }
}

/** The best tool for a clause with its input filled, or undefined when none fits. */
export function planStep(
  clause: string,
  tools: PlannerTool[],
  findings: Findings,
): Step | undefined {
  const typed = typedCall(clause, tools)
  if (typed) return typed
  const parts = readRequest(clause)
  const scores = bm25(queryTerms(clause, parts.rest), tools.map(documentOf))
  const steps = tools.map((tool, index) => {
    const filled = fillSlots(
      parts,
      tool.inputSchema,
      `${tool.name} ${tool.description ?? ''}`,
      findings,
    )
    return {
      ...filled,
      tool: tool.name,
      score: (scores[index] ?? 0) + fit(parts, tool, filled, findings),
    }
  })
  const best = steps.reduce<Step | undefined>(
    (a, b) => (a && a.score >= b.score ? a : b),
    undefined,
  )
  return best && best.score >= unsure ? best : undefined
}

const documents = new WeakMap<PlannerTool, Document>()

/** A tool's words, taken apart once. */
function documentOf(tool: PlannerTool): Document {
  const known = documents.get(tool) ?? toDocument(tool)
  documents.set(tool, known)
  return known
}

function toDocument(tool: PlannerTool): Document {
  const [first = '', ...others] = (tool.description ?? '').split(/(?<=[.!?])\s+/)
  const properties = Object.entries(
    (tool.inputSchema['properties'] ?? {}) as Record<string, JsonSchema>,
  )
  return {
    fields: [
      { terms: terms(tool.name), weight: 3 },
      { terms: terms(first), weight: 1.5 },
      { terms: terms(others.join(' ')), weight: 0.5 },
      { terms: properties.flatMap(([name]) => terms(name)), weight: 1 },
      {
        terms: properties.flatMap(([, property]) =>
          terms(
            `${property['description'] ?? ''} ${((property['enum'] as unknown[]) ?? []).join(' ')}`,
          ),
        ),
        weight: 0.4,
      },
    ],
  }
}

/**
 * The terms of what a clause says beside paths, quotes and the like, whose words are not about tools; an
 * identifier from code says that the text of files is meant.
 */
function queryTerms(clause: string, rest: string): string[] {
  const code = /\b[a-z]+[A-Z]\w*|\b[A-Z][a-z]+[A-Z]\w*|\b\w+_\w+\b/.test(clause)
  return [...keywords(rest), ...(code ? ['search', 'text', 'file'] : [])]
}

/** How well the exact parts of a request suit a tool's slots. */
function fit(parts: RequestParts, tool: PlannerTool, filled: Filled, findings: Findings): number {
  const values = Object.values(filled.input).map((value) => JSON.stringify(value))
  const placed = (list: string[]) =>
    list.filter((part) =>
      values.some((value) => value?.includes(JSON.stringify(part).slice(1, -1))),
    ).length
  const exact = [...parts.paths, ...parts.globs, ...parts.urls, ...parts.emails, ...parts.quoted]
  const used = placed(exact)
  const required = ((tool.inputSchema['required'] ?? []) as string[]).length
  const said = new Set(words(parts.text))
  const byName = words(tool.name).every((word) => said.has(word)) ? 2 : 0
  const pattern = filled.input['pattern']
  const globbed =
    typeof pattern === 'string' && pattern.includes('*') && parts.globs.length === 0 ? 2.5 : 0
  // "show me its limits": the words point back, so the tool that can take what was found is meant.
  const pointsBack = /\b(it|its|them|their|that|there)\b/i.test(parts.text)
  const found =
    required > 0 &&
    Object.values(filled.input).some((value) => findings.paths.includes(String(value)))
  const followsUp = pointsBack && found ? 6 : 0
  return (
    followsUp +
    byName +
    globbed +
    used * 1.2 -
    (exact.length - used) * 1.2 -
    filled.missing.length * 2.5 +
    (required > 0 && filled.missing.length === 0 ? 0.3 : 0)
  )
}

/** `tool(…)`, `tool {…}` and a bare tool name typed by hand run as they stand. */
function typedCall(clause: string, tools: PlannerTool[]): Step | undefined {
  const match = /^\s*([\w-]+)\s*(?:\(([\s\S]*)\)|(\{[\s\S]*\}))?\s*$/.exec(clause)
  const tool = match && tools.find(({ name }) => name === match[1])
  if (!tool) return undefined
  const text = (match?.[2] ?? match?.[3] ?? '').trim()
  const input = text.startsWith('{') ? parseObject(text) : parsePairs(text)
  if (!input) return undefined
  const required = (tool.inputSchema['required'] ?? []) as string[]
  return {
    tool: tool.name,
    input,
    missing: required.filter((name) => !(name in input)),
    score: 100,
  }
}

/** `a=1, b="two"` */
function parsePairs(text: string): Record<string, unknown> {
  const pairs = text.matchAll(/([\w-]+)\s*[=:]\s*("(?:[^"\\]|\\.)*"|[^\s,]+)/g)
  return Object.fromEntries(
    [...pairs].map(([, name = '', value = '']) => [name, parseValue(value)]),
  )
}

function parseValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
