import type { ToolResult } from '@toolprism/core'
import { resultText } from './to-model-output'

/**
 * Thrown by `execute` when a tool failed, so that the AI SDK shows `output-error` in the UI and gives
 * the model the text. A returned error object would look like success to the UI.
 */
export class ToolExecutionError extends Error {
  /** Recognise it by this, not by `instanceof`: two copies of the package may be loaded. */
  readonly code = 'TOOL_FAILED'
  /** The whole answer of the tool, media included. */
  readonly result: ToolResult

  constructor(result: ToolResult) {
    super(resultText(result))
    this.name = 'ToolExecutionError'
    this.result = result
  }

  /** AI SDK 7 sends `toString()` to the model and 6 sends `message`: both must read the same. */
  override toString(): string {
    return this.message
  }
}
