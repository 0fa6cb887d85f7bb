/**
 * The shapes of AI SDK 6 and 7 this package reads and writes. They are structural on purpose:
 * nothing of `ai` is imported, so one build serves both majors and no second copy is installed.
 */

/** The major version of `ai` a tool set is made for. */
export type AiVersion = 6 | 7

type JsonPrimitive = string | number | boolean | null

export type JsonValue = JsonPrimitive | JsonValue[] | { [key: string]: JsonValue | undefined }

export type JsonObject = { [key: string]: JsonValue | undefined }

/** What AI SDK hands to `execute`: 7 has `context`, 6 has `experimental_context`. */
export interface AiExecuteOptions {
  toolCallId: string
  messages?: unknown
  abortSignal?: AbortSignal | undefined
  context?: unknown
  experimental_context?: unknown
}

interface AiTextPart {
  type: 'text'
  text: string
}

/** A file inside a tool result, as AI SDK 7 writes it. */
export interface AiFilePart {
  type: 'file'
  mediaType: string
  data: { type: 'data'; data: string }
  filename?: string
}

/** An image or file inside a tool result, as AI SDK 6 writes it. */
export interface AiLegacyFilePart {
  type: 'image-data' | 'file-data'
  mediaType: string
  data: string
}

export type AiContentPart<Version extends AiVersion = AiVersion> =
  | AiTextPart
  | (7 extends Version ? AiFilePart : never)
  | (6 extends Version ? AiLegacyFilePart : never)

/** What the model reads of a tool's answer (`ToolResultOutput` of the AI SDK). */
export type AiModelOutput<Version extends AiVersion = AiVersion> =
  | { type: 'text'; value: string }
  | { type: 'json'; value: JsonValue }
  | { type: 'error-text'; value: string }
  | { type: 'content'; value: AiContentPart<Version>[] }
