import type { FinishedCall } from './conversation'
import type { PlannerTool, Step } from './plan'
import { words } from './words'

const maximumRows = 12

/** Whether a request asks for something drawn, and a tool here can draw it. */
export function drawingTool(request: string, tools: PlannerTool[]): PlannerTool | undefined {
  if (!/\b(report|dashboard|overview|infographic|poster|summary card)\b/i.test(request))
    return undefined
  return tools.find(({ inputSchema }) => {
    const required = (inputSchema['required'] ?? []) as string[]
    const properties = Object.keys((inputSchema['properties'] ?? {}) as object)
    return required.includes('composition') && properties.includes('format')
  })
}

/** What a report draws on: tools that tell the state of things and need nothing but the current folder. */
export function gatheringSteps(tools: PlannerTool[]): Step[] {
  const wanted = [/(^|_)log$/, /(^|_)status$/, /^list_directory$|(^|_)list_files$/]
  return wanted.flatMap((pattern) => {
    const tool = tools.find(({ name }) => pattern.test(name))
    const required = (tool?.inputSchema['required'] ?? []) as string[]
    if (!tool || required.some((name) => name !== 'path')) return []
    const properties = Object.keys((tool.inputSchema['properties'] ?? {}) as object)
    const input = {
      ...(properties.includes('path') && { path: '.' }),
      ...(properties.includes('count') && { count: maximumRows }),
    }
    return [{ tool: tool.name, input, missing: [], score: 1 }]
  })
}

/** Draws the gathered results: one section each, its lines as they are. */
export function drawingStep(request: string, tool: PlannerTool, calls: FinishedCall[]): Step {
  const formats =
    (tool.inputSchema['properties'] as Record<string, { enum?: string[] }>)['format']?.enum ?? []
  const format =
    formats.find((name) => words(request).includes(name)) ??
    (formats.includes('png') ? 'png' : 'markdown')
  const composition = {
    type: 'view',
    title: titleOf(request),
    subtitle: `Drawn from ${calls.map(({ call }) => call.toolName).join(', ')}`,
    body: calls.map(section),
  }
  return { tool: tool.name, input: { composition, format }, missing: [], score: 1 }
}

function section({ call, text }: FinishedCall) {
  const title = words(call.toolName)
    .join(' ')
    .replace(/^./, (letter) => letter.toUpperCase())
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const shown = lines.slice(0, maximumRows)
  const more = lines.length - shown.length
  return {
    type: 'section',
    title,
    ...(more > 0 && { note: `${more} more lines` }),
    body: [
      shown.length > 0
        ? { type: 'list', items: shown.map((line) => clip(line)) }
        : { type: 'text', text: 'Nothing.' },
    ],
  }
}

function clip(line: string): string {
  const points = [...line]
  return points.length > 160 ? `${points.slice(0, 159).join('')}…` : line
}

/** "make a status report of this repository" -> "Status report of this repository" */
function titleOf(request: string): string {
  const title = request
    .replace(
      /^\s*(?:please\s+)?(?:make|draw|create|give|show|write|render)\s+(?:me\s+)?(?:an?\s+|the\s+)?/i,
      '',
    )
    .replace(/\s+as\s+an?\s+\w+\s*$/i, '')
    .replace(/[.!?\s]+$/, '')
  return clip(title.replace(/^./, (letter) => letter.toUpperCase()))
}
