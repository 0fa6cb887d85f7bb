import type { ContentBlock } from '@toolprism/core'
import type {
  AssistantMessage,
  AssistantPart,
  Message,
  ToolMessage,
  ToolResultPart,
} from '@toolprism/harness'
import { toModelOutput } from '../to-model-output'
import type { FilePart, PromptMessage, PromptPart } from './language-model-types'

/**
 * Where images of tool results go: inside the result, in a user message after the results (for providers
 * whose tool messages are text alone), or nowhere (a note stands for each).
 */
export type ToolMedia = 'native' | 'user-message' | 'note'

export interface PromptOptions {
  version: 3 | 4
  toolMedia: ToolMedia
}

/** Maps a harness transcript to a prompt of LanguageModelV3 or V4. */
export function toPrompt(messages: readonly Message[], options: PromptOptions): PromptMessage[] {
  const ids = callIds(messages)
  return messages.flatMap((message): PromptMessage[] => {
    switch (message.role) {
      case 'system':
        return [{ role: 'system', content: message.content }]
      case 'user':
        return [{ role: 'user', content: userParts(message.content, options.version) }]
      case 'assistant':
        return [{ role: 'assistant', content: assistantParts(message, ids) }]
      case 'tool':
        return toolMessages(message, ids, options)
      default:
        return []
    }
  })
}

/**
 * The id each call has towards the provider: its own, as long as it is there and unique. Providers that
 * send `call_0` in every step or no id at all get the harness' id instead, on both sides of the pair.
 */
function callIds(messages: readonly Message[]): Map<string, string> {
  const ids = new Map<string, string>()
  const used = new Set<string>()
  for (const message of messages) {
    if (message.role !== 'assistant') continue
    for (const part of message.content) {
      if (part.type !== 'tool-call') continue
      const own = part.providerCallId
      const id = own && !used.has(own) ? own : part.callId
      used.add(id)
      ids.set(part.callId, id)
    }
  }
  return ids
}

function userParts(content: string | ContentBlock[], version: 3 | 4): PromptPart[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return content.map((block) => userPart(block, version))
}

function userPart(block: ContentBlock, version: 3 | 4): PromptPart {
  if (block.type === 'image' || block.type === 'audio')
    return filePart(block.mimeType, block.data, version)
  const output = toModelOutput({ content: [block] }, { version: 7 })
  if (output.type === 'text') return { type: 'text', text: output.value }
  const part = output.type === 'content' ? output.value[0] : undefined
  return part?.type === 'file'
    ? filePart(part.mediaType, part.data.data, version)
    : { type: 'text', text: '' }
}

function filePart(mediaType: string, data: string, version: 3 | 4): PromptPart & FilePart {
  return { type: 'file', mediaType, data: version === 4 ? { type: 'data', data } : data }
}

function assistantParts(message: AssistantMessage, ids: Map<string, string>): PromptPart[] {
  return message.content.map((part) => ({ ...assistantPart(part, ids), ...metadataOf(part) }))
}

function assistantPart(part: AssistantPart, ids: Map<string, string>): PromptPart {
  if (part.type !== 'tool-call') return { type: part.type, text: part.text }
  return {
    type: 'tool-call',
    toolCallId: ids.get(part.callId) ?? part.callId,
    toolName: part.toolName,
    input: part.input,
  }
}

/** Signatures and item ids go back with the part they came with, or the provider refuses the replay. */
function metadataOf(part: AssistantPart): { providerOptions?: Record<string, unknown> } {
  const { providerMetadata } = part
  return typeof providerMetadata === 'object' && providerMetadata !== null
    ? { providerOptions: providerMetadata as Record<string, unknown> }
    : {}
}

function toolMessages(
  message: ToolMessage,
  ids: Map<string, string>,
  options: PromptOptions,
): PromptMessage[] {
  const images: PromptPart[] = []
  const content = message.content.map((part): PromptPart => {
    const { content: blocks, moved } = splitMedia(part, options.toolMedia)
    if (moved.length > 0) {
      images.push({ type: 'text', text: `Media of ${part.toolName}:` })
      images.push(...moved.map((block) => userPart(block, options.version)))
    }
    return {
      type: 'tool-result',
      toolCallId: ids.get(part.callId) ?? part.providerCallId ?? part.callId,
      toolName: part.toolName,
      output: toolOutput(part, blocks, options.version),
    }
  })
  const results: PromptMessage = { role: 'tool', content }
  return images.length > 0 ? [results, { role: 'user', content: images }] : [results]
}

function toolOutput(part: ToolResultPart, content: ContentBlock[], version: 3 | 4): unknown {
  const isError = part.isError ? { isError: true as const } : {}
  return toModelOutput({ content, ...isError }, { version: version === 4 ? 7 : 6 })
}

function splitMedia(
  part: ToolResultPart,
  toolMedia: ToolMedia,
): { content: ContentBlock[]; moved: ContentBlock[] } {
  if (toolMedia === 'native' || part.isError) return { content: part.content, moved: [] }
  const moved: ContentBlock[] = []
  const content = part.content.map((block): ContentBlock => {
    if (!isMedia(block)) return block
    if (toolMedia === 'note')
      return { type: 'text', text: '[media omitted: this model reads text]' }
    moved.push(block)
    return { type: 'text', text: '[media: see the next message]' }
  })
  return { content, moved }
}

function isMedia(block: ContentBlock): boolean {
  return toModelOutput({ content: [block] }).type === 'content'
}
