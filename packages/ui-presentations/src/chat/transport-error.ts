/** What a transport throws. Recognise it by `code`. */
export class ChatTransportError extends Error {
  override readonly name = 'ChatTransportError'
  /** `RUN_GONE`: not known any more; `REFUSED`: the server said no; `LOST`: the stream broke. */
  readonly code: 'RUN_GONE' | 'REFUSED' | 'LOST'

  constructor(code: 'RUN_GONE' | 'REFUSED' | 'LOST', message: string) {
    super(message)
    this.code = code
  }
}
