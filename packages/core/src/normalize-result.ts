import type { ContentBlock, ToolResult } from './content'
import { checkInputBudget } from './input-budget'
import { errorResult, isToolResult } from './results'

/**
 * Whatever a tool answered, as a well-formed ToolResult. A string is a text block; a ToolResult passes
 * through with every block checked; any other value is `structuredContent` plus its JSON text.
 */
export function normalizeResult(value: unknown): ToolResult {
  if (typeof value === 'string') return { content: [{ type: 'text', text: value }] }
  if (value === undefined) return { content: [] }
  if (isToolResult(value)) return checkedResult(value)
  return valueResult(value)
}

/** Any JSON value as a result; an error result when JSON cannot carry it. */
export function valueResult(value: unknown): ToolResult {
  if (typeof value === 'boolean' || (Number.isFinite(value) && !Object.is(value, -0)))
    return { content: [{ type: 'text', text: String(value) }], structuredContent: value }
  const json = toJsonValue(value)
  if ('problem' in json)
    return errorResult(`The tool answered a value that JSON cannot carry: ${json.problem}`, {
      code: 'RESULT_INVALID',
    })
  if (typeof json.value === 'string') return { content: [{ type: 'text', text: json.value }] }
  return { content: [{ type: 'text', text: json.text }], structuredContent: json.value }
}

// Results are the tool's own data: generous limits, there to stop endless and cyclic values.
const resultLimits = { depth: 512, values: 5_000_000, characters: 100_000_000 }

type Json = { value: unknown; text: string } | { problem: string }

/** A plain copy of the value and its JSON text; dates, maps and the like become what JSON makes of them. */
export function toJsonValue(value: unknown): Json {
  try {
    const checked = checkInputBudget(value, resultLimits)
    if (checked.ok) return { value: checked.value, text: JSON.stringify(checked.value) }
    const text = JSON.stringify(value)
    if (text === undefined) return { problem: `it is a ${typeof value}` }
    return { value: JSON.parse(text), text }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

function checkedResult(result: ToolResult): ToolResult {
  const content: ContentBlock[] = []
  for (const [index, block] of result.content.entries()) {
    const problem = blockProblem(block)
    if (problem)
      return errorResult(`The tool answered a bad content block: content[${index}] ${problem}.`, {
        code: 'RESULT_INVALID',
      })
    content.push(block)
  }
  const normal: ToolResult = { content }
  if (result.structuredContent !== undefined) {
    const json = toJsonValue(result.structuredContent)
    if ('problem' in json)
      return errorResult(`The tool's structuredContent cannot be JSON: ${json.problem}`, {
        code: 'RESULT_INVALID',
      })
    normal.structuredContent = json.value
  }
  if (result.isError) normal.isError = true
  const meta = result.meta ?? (result as { _meta?: Record<string, unknown> })._meta
  if (typeof meta === 'object' && meta !== null) normal.meta = meta
  return normal
}

/** What is wrong with a block, in words that follow its place; undefined when it is well-formed. */
export function blockProblem(block: ContentBlock): string | undefined {
  switch (block.type) {
    case 'text':
      return typeof block.text === 'string' ? undefined : 'is a text block without a text string'
    case 'image':
    case 'audio':
      return base64Problem(block.data, 'data') ?? mimeProblem(block.mimeType)
    case 'resource_link':
      if (typeof block.uri !== 'string') return 'is a resource_link without a uri string'
      return typeof block.name === 'string' ? undefined : 'is a resource_link without a name string'
    case 'resource': {
      const { resource } = block
      if (typeof resource !== 'object' || resource === null) return 'has no resource object'
      if (typeof resource.uri !== 'string') return 'has a resource without a uri string'
      if (resource.mimeType !== undefined && mimeProblem(resource.mimeType))
        return mimeProblem(resource.mimeType)
      if (typeof resource.text === 'string') return undefined
      if (resource.blob === undefined) return 'has a resource with neither text nor blob'
      return base64Problem(resource.blob, 'resource.blob')
    }
    default: {
      const type = (block as { type?: unknown }).type
      return typeof type === 'string'
        ? `has the unknown type "${type.slice(0, 40)}" (known: text, image, audio, resource, resource_link)`
        : 'has no type'
    }
  }
}

function base64Problem(data: unknown, field: string): string | undefined {
  if (typeof data !== 'string') return `has a ${field} that is not a base64 string`
  if (data.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(data))
    return `has a ${field} that is not base64`
  return undefined
}

function mimeProblem(mimeType: unknown): string | undefined {
  return typeof mimeType === 'string' && /^[\w.+-]+\/[\w.+-]+(\s*;.*)?$/.test(mimeType)
    ? undefined
    : 'has a mimeType that is not of the form type/subtype'
}
