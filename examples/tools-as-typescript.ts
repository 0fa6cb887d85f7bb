import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
// #region declare
import { callTool, defineTool, resultValue } from '@toolprism/core'
import { bindNamespace, renderCatalog } from '@toolprism/tsrender'
import * as z from 'zod'

const search = defineTool({
  name: 'search-files',
  description: 'Finds files by name.',
  inputSchema: z.object({
    query: z.string().describe('Part of the name'),
    limit: z.number().int().min(1).max(50).default(10),
  }),
  outputSchema: z.array(z.string()),
  execute: ({ query, limit }) =>
    ['readme.md', 'notes.md', 'main.ts'].filter((name) => name.includes(query)).slice(0, limit),
})

const { text, names } = renderCatalog([{ name: 'files', tools: [search] }], { promise: true })
// #endregion

assert.equal(text, readFileSync('examples/declarations/files.txt', 'utf8'))

// #region bind
const tools = new Map([search].map((tool) => [tool.name, tool]))
const files = bindNamespace(names[0]?.tools ?? [], async (original, input) => {
  const tool = tools.get(original)
  if (!tool) throw new Error(`No tool is called ${original}.`)
  const result = await callTool(tool, input)
  if (result.isError) throw new Error(JSON.stringify(result.content))
  return resultValue(result)
})

// What a model wrote after reading the declaration. Run such code in a sandbox of your own.
const answer = await runInNewContext(`files.search_files({ query: '.md' })`, { files })
// #endregion

assert.deepEqual(answer, ['readme.md', 'notes.md'])
