import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callTool } from '@toolprism/core'
import { type GrepOptions, workspaceTools } from '@toolprism/harness/node'

/**
 * A tree of small files in which the hundredth and last hit is near the end: how long grep takes to the first 100
 * hits, with ripgrep and without, and by how much the process grows.
 */
const root = mkdtempSync(join(tmpdir(), 'toolprism-tree-'))
const [count, rounds] = process.argv.slice(2).map(Number) as [number, number]
const perFolder = 100

function makeTree(): void {
  for (let folder = 0; folder < count / perFolder; folder++) {
    const path = join(root, `p${folder % 40}`, `q${folder}`)
    mkdirSync(path, { recursive: true })
    for (let file = 0; file < perFolder; file++) {
      const number = folder * perFolder + file
      const word = number % (count / 100) === 7 ? 'NEEDLE in it\n' : ''
      writeFileSync(join(path, `file${file}.ts`), `export const value${number} = 1\n${word}`)
    }
  }
}

async function search(options: GrepOptions): Promise<number> {
  const tools = workspaceTools(root, { groups: ['search'], timeMs: 60_000, ...options })
  const grep = tools.find((tool) => tool.name === 'grep')!
  const start = performance.now()
  const result = await callTool(grep, { pattern: 'NEEDLE', limit: 100 })
  const time = performance.now() - start
  const text = result.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n')
  const hits = text.split('NEEDLE in it').length - 1
  if (hits !== 100) throw new Error(`${hits} hits: ${text.slice(0, 500)}`)
  return time
}

try {
  makeTree()
  globalThis.gc?.()
  const before = process.memoryUsage.rss()
  let most = before
  const times: { with: number[]; without: number[] } = { with: [], without: [] }
  for (let round = 0; round < rounds; round++) {
    times.with.push(await search({}))
    times.without.push(await search({ ripgrep: false }))
    most = Math.max(most, process.memoryUsage.rss())
  }
  console.log(JSON.stringify({ ...times, growth: (most - before) / 2 ** 20 }))
} finally {
  rmSync(root, { recursive: true, force: true })
}
