import { commentLine, commentLines } from './escape'
import { jsonText } from './notes'
import type { RenderTool } from './tool'

export interface DescribeOptions {
  fenceSafe: boolean
  annotations: boolean
  /** Characters after which the description is cut. */
  maximum: number
}

/** The lines of a tool's documentation: description, `[hint]`, tags and examples. */
export function describeTool(tool: RenderTool, name: string, options: DescribeOptions): string[] {
  const lines = textLines(
    clip(textOf(tool.description) || textOf(tool.title), options.maximum),
    options.fenceSafe,
  )
  const hint = textLines(textOf(tool.llmHint), options.fenceSafe)
  if (hint.length) lines.push(...`[${hint.join('\n')}]`.split('\n'))
  if (options.annotations) lines.push(...annotationLines(tool))
  for (const example of Array.isArray(tool.inputExamples) ? tool.inputExamples : []) {
    const text = jsonText(example)
    if (text !== undefined) lines.push(commentLine(`@example ${name}(${text})`, options.fenceSafe))
  }
  return lines
}

/** The first sentence of a tool's description, on one line. */
export function firstSentence(tool: RenderTool, fenceSafe: boolean): string {
  const text = commentLine(textOf(tool.description) || textOf(tool.title), fenceSafe)
  const [sentence] = /^.*?[.!?。](?=\s|$)/u.exec(text) ?? [text]
  return clip(sentence, 200)
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

function textLines(text: string, fenceSafe: boolean): string[] {
  return text ? commentLines(text, fenceSafe).map((line) => line.trimEnd()) : []
}

function annotationLines(tool: RenderTool): string[] {
  const { readOnlyHint, destructiveHint } = tool.annotations ?? {}
  return [
    readOnlyHint === true && '@readonly',
    destructiveHint === true && readOnlyHint !== true && '@destructive',
  ].filter((tag) => tag !== false)
}

/** Cuts a text between code points, with an ellipsis. */
export function clip(text: string, maximum: number): string {
  if (text.length <= maximum) return text
  const end = Math.max(0, Math.floor(maximum) - 1)
  const last = text.charCodeAt(end - 1)
  return `${text.slice(0, last >= 0xd800 && last <= 0xdbff ? end - 1 : end).trimEnd()}…`
}

/** A JSDoc block of these lines; empty for none. */
export function blockComment(lines: readonly string[], starred: boolean): string {
  if (lines.length === 0) return ''
  if (starred) return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\n`
  return `/** ${lines.join('\n')} */\n`
}
