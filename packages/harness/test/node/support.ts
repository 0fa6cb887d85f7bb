import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import {
  type CallToolOptions,
  callTool,
  type ToolDefinition,
  type ToolResult,
} from '@toolprism/core'
import { onTestFinished } from 'vitest'

/** A fresh folder, removed when the test ends; `files` maps relative paths to contents. */
export function temporaryFolder(files: Record<string, string | Uint8Array> = {}): string {
  const folder = makeFolder()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFiles(folder, files)
  return folder
}

/** A fresh folder the caller removes. */
export function makeFolder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'toolprism-')))
}

export function writeFiles(folder: string, files: Record<string, string | Uint8Array>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
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
  context: CallToolOptions = {},
): Promise<Answer> {
  const tool = tools.find((item) => item.name === name)
  if (!tool) throw new Error(`no tool ${name}`)
  const result = await callTool(tool, input, context)
  const text = result.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n')
  return {
    text,
    isError: result.isError === true,
    code: result.meta?.['toolprism/code'],
    data: result.structuredContent,
    result,
  }
}
