import { composeTool, defineTool, type ToolDefinition, ToolError } from '@toolprism/core'
import * as z from 'zod'
import { bm25 } from './planner/bm25'
import { keywords, terms } from './planner/words'

const query = z.string().min(1).max(200).describe('What to find out, in a few words')

const extract = defineTool({
  name: 'extract',
  description:
    'Extracts the lines of a text that speak most of a query, with the lines after them.',
  inputSchema: z.object({ path: z.string(), text: z.string(), query }),
  outputSchema: z.object({ path: z.string(), excerpt: z.string() }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  execute: ({ path, text, query }) => ({ path, excerpt: extractLines(text, query) }),
})

/** One tool made of three: search the workspace, read the best file, extract what answers. */
export function researchTool(tools: ToolDefinition[]): ToolDefinition {
  const glob = toolNamed(tools, 'glob')
  const grep = toolNamed(tools, 'grep')
  const readFile = toolNamed(tools, 'read_file')
  return composeTool({
    name: 'research',
    description:
      'Searches the workspace for the words of a question, reads the file that speaks most of them and extracts the lines that answer. One call instead of three.',
    inputSchema: z.object({ query }),
    presentation: { label: 'Research', icon: 'telescope', tone: 'info', group: 'search' },
    steps: [
      {
        tool: glob,
        mapArgs: ({ args }) => ({ pattern: `**/*${alternatives(args.query)}*`, limit: 200 }),
      },
      {
        tool: grep,
        mapArgs: ({ args }) => ({
          pattern: wordsOf(args.query).replaceAll(',', '|'),
          ignoreCase: true,
          limit: 200,
        }),
      },
      {
        tool: readFile,
        mapArgs: ({ args, prior }) => ({ path: bestFile(args.query, prior), lineNumbers: false }),
      },
      {
        tool: extract,
        mapArgs: ({ args, state, prior }) => ({
          path: bestFile(args.query, prior),
          text: textOf(state),
          query: args.query,
        }),
      },
    ],
  })
}

interface Match {
  path: string
  text: string
}

function toolNamed(tools: ToolDefinition[], name: string): ToolDefinition {
  const tool = tools.find((candidate) => candidate.name === name)
  if (!tool) throw new Error(`research needs the tool ${name}`)
  return tool
}

/** The words that carry the question, with commas between; nothing in them means anything in a glob or pattern. */
function wordsOf(query: string): string {
  const wanted = keywords(query)
  return (wanted.length > 0 ? wanted : terms(query)).join(',')
}

/** `budget`, or `{input,budget}`: braces around one word alone would be plain characters. */
function alternatives(query: string): string {
  const list = wordsOf(query)
  return list.includes(',') ? `{${list}}` : list
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  const { text, content } = (value ?? {}) as { text?: string; content?: string }
  return text ?? content ?? JSON.stringify(value)
}

/** The file whose name and matching lines speak most of the query, by what glob and grep found. */
function bestFile(query: string, [named, found]: readonly unknown[]): string {
  const { paths = [] } = (named ?? {}) as { paths?: string[] }
  const { matches = [] } = (found ?? {}) as { matches?: Match[] }
  const files = [...new Set([...paths, ...matches.map(({ path }) => path)])]
  const scores = bm25(
    keywords(query),
    files.map((path) => ({
      fields: [
        // A file named after the question beats one that mentions it often.
        { terms: terms(path.split('/').pop() ?? ''), weight: 15 },
        {
          terms: matches.filter((match) => match.path === path).flatMap(({ text }) => terms(text)),
          weight: 1,
        },
      ],
    })),
  ).map((score, index) => score * (/(^|\/)tests?\//.test(files[index] ?? '') ? 0.5 : 1))
  const best = files[scores.indexOf(Math.max(...scores))]
  if (best) return best
  throw new ToolError(
    'NOTHING_FOUND',
    `Nothing in the workspace speaks of ${JSON.stringify(query)}. Try other words.`,
  )
}

function extractLines(text: string, query: string): string {
  const lines = text.split('\n')
  const scores = bm25(
    keywords(query),
    lines.map((line) => ({ fields: [{ terms: terms(line), weight: 1 }] })),
  )
  const best = scores
    .map((score, index) => ({ score, index }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .slice(0, 6)
  const kept = new Set(best.flatMap(({ index }) => [index, index + 1, index + 2]))
  return [...kept]
    .filter((index) => index < lines.length)
    .sort((a, b) => a - b)
    .map((index) => lines[index])
    .join('\n')
}
