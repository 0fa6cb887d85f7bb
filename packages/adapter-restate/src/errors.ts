/** Something the host or the endpoint refuses. Recognise it by its `code`. */
export class DurableError extends Error {
  /**
   * `NODE_TOO_OLD`, `SDK_MISSING`, `INPUT_INVALID`, `RUN_ID_INVALID`, `RUN_UNKNOWN`, `RUN_FAILED`, `RUN_CANCELLED`, `RESULT_TIMEOUT`,
   * `DECISION_INVALID`, `ENGINE_UNREACHABLE`, `ENGINE_ERROR`, `EVENTS_MISSING`, `BLOBS_MISSING`.
   */
  readonly code: string

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'DurableError'
    this.code = code
  }
}

/** What a thrown value says, whatever it is. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
