/** A wrong set-up: an option, a history, a snapshot. What a model or tool does never throws. */
export class HarnessError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.name = 'HarnessError'
    this.code = code
  }
}
