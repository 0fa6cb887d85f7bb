import type { ContentBlock, ResourceContents, ToolResult } from '@toolprism/core'
import { isToolResult } from '@toolprism/core'
import type { AiContentPart, AiModelOutput, AiVersion, JsonValue } from './ai-types'

export interface ModelOutputOptions<Version extends AiVersion = AiVersion> {
  /**
   * Which shape image and file parts take.
   * @default 7
   */
  version?: Version
  /**
   * Sends audio as a file part; many providers refuse it, so the default is a note.
   * @default false
   */
  audio?: boolean
}

type Part = { text: string } | { mediaType: string; data: string }

/** Maps what a tool answered (a plain value or a ToolResult) to what the model reads. Never throws. */
export function toModelOutput<Version extends AiVersion = 7>(
  output: unknown,
  options: ModelOutputOptions<Version> = {},
): AiModelOutput<Version> {
  if (typeof output === 'string') return { type: 'text', value: output }
  if (!isToolResult(output)) return { type: 'json', value: toJson(output) }
  if (output.isError) return { type: 'error-text', value: resultText(output) }
  if (output.content.length === 0 && output.structuredContent !== undefined)
    return { type: 'json', value: toJson(output.structuredContent) }
  const parts = output.content.map((block) => toPart(block, options.audio === true))
  // Several providers print a `content` list as JSON, so text alone goes as text.
  if (parts.every((part) => 'text' in part))
    return { type: 'text', value: parts.map((part) => part.text).join('\n') || '(no output)' }
  return { type: 'content', value: parts.map((part) => write(part, options.version ?? 7)) } as
    // The version decides the shape at run time as it does in the type.
    AiModelOutput<Version>
}

/** Everything a result says, as text; media become notes. */
export function resultText(result: ToolResult): string {
  const text = result.content.map(blockText).filter(Boolean).join('\n')
  if (text) return text
  return result.structuredContent === undefined
    ? 'The tool gave no message.'
    : JSON.stringify(result.structuredContent)
}

function blockText(block: ContentBlock): string {
  const part = toPart(block, false)
  return 'text' in part ? part.text : note(part.mediaType.split('/')[0]!, part.mediaType, part.data)
}

function write(part: Part, version: AiVersion): AiContentPart {
  if ('text' in part) return { type: 'text', text: part.text }
  const { mediaType, data } = part
  if (version === 7) return { type: 'file', mediaType, data: { type: 'data', data } }
  return { type: mediaType.startsWith('image/') ? 'image-data' : 'file-data', mediaType, data }
}

/** Outputs come back from clients with their stored messages, so a block may be anything. */
function toPart(block: ContentBlock, audio: boolean): Part {
  try {
    const part = readBlock(block, audio)
    if (Object.values(part).every((field) => typeof field === 'string')) return part
  } catch {
    // Told below.
  }
  return { text: '[malformed block omitted]' }
}

function readBlock(block: ContentBlock, audio: boolean): Part {
  switch (block.type) {
    case 'text':
      return { text: block.text }
    case 'image':
      return media('image', block.mimeType, block.data)
    case 'audio':
      return audio
        ? { mediaType: block.mimeType, data: block.data }
        : { text: note('audio', block.mimeType, block.data) }
    case 'resource':
      return resource(block.resource)
    case 'resource_link': {
      const about = [block.mimeType, block.size === undefined ? '' : bytes(block.size)]
      const facts = about.filter(Boolean).join(', ')
      const name = block.title ?? block.name ?? block.uri
      const line = `${name}: ${block.uri}${facts ? ` (${facts})` : ''}`
      return { text: block.description ? `${line}\n${block.description}` : line }
    }
    default:
      // A block of a later MCP revision: say so rather than fail the call.
      return { text: `[${String((block as { type?: unknown }).type)} block omitted]` }
  }
}

function resource(contents: ResourceContents): Part {
  const { uri, mimeType = 'application/octet-stream' } = contents
  if (contents.text !== undefined) return { text: `[resource ${uri}]\n${contents.text}` }
  const blob = contents.blob ?? ''
  if (mimeType === 'application/pdf') return { mediaType: mimeType, data: blob }
  const part = mimeType.startsWith('image/') ? media('image', mimeType, blob) : undefined
  return part ?? { text: note(`resource ${uri}`, mimeType, blob) }
}

/** SVG is no raster image to any provider: sending it natively fails the whole request. */
function media(kind: string, mediaType: string, data: string): Part {
  return mediaType.startsWith('image/svg')
    ? { text: note(kind, mediaType, data) }
    : { mediaType, data }
}

function note(kind: string, mediaType: string, base64: string): string {
  const type = mediaType.startsWith(`${kind}/`) ? mediaType.slice(kind.length + 1) : mediaType
  return `[${kind}, ${type}, ${bytes(Math.floor((base64.length * 3) / 4))} omitted]`
}

function bytes(count: number): string {
  if (count < 1000) return `${count} B`
  return count < 1_000_000
    ? `${Math.round(count / 1000)} kB`
    : `${(count / 1_000_000).toFixed(1)} MB`
}

function toJson(value: unknown): JsonValue {
  try {
    // A tool's value is JSON already; the round trip only settles dates and `undefined`.
    return JSON.parse(JSON.stringify(value) ?? 'null') as JsonValue
  } catch {
    return '[a value that is no JSON]'
  }
}
