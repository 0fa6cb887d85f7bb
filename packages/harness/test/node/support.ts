import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { ToolContext, ToolDefinition, ToolResult } from '@toolprism/core'
import { onTestFinished } from 'vitest'

/** A fresh folder, removed when the test ends; `files` maps relative paths to contents. */
export function temporaryFolder(files: Record<string, string | Uint8Array> = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolprism-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFiles(folder, files)
  return folder
}

export function writeFiles(folder: string, files: Record<string, string | Uint8Array>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
}

export function toolContext(context: Partial<ToolContext> = {}): ToolContext {
  return {
    callId: 'call-1',
    signal: new AbortController().signal,
    progress: () => {},
    log: () => {},
    attempt: 1,
    ...context,
  }
}

export interface Answer {
  text: string
  isError: boolean
  code: unknown
  data: any
  result: ToolResult
}

/** Runs one tool of a list by name. */
export async function call(
  tools: readonly ToolDefinition[],
  name: string,
  input: unknown,
  context: Partial<ToolContext> = {},
): Promise<Answer> {
  const tool = tools.find((item) => item.name === name)
  if (!tool) throw new Error(`no tool ${name}`)
  // Workspace tools always answer a ready result.
  const result = (await tool.execute(input, toolContext(context))) as ToolResult
  const text = result.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n')
  return {
    text,
    isError: result.isError === true,
    code: result.meta?.['toolprism/code'],
    data: result.structuredContent,
    result,
  }
}
