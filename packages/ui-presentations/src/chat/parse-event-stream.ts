/** The `data` of each event of a `text/event-stream` body (WHATWG HTML §9.2); comments and other fields are skipped. */
export async function* parseEventStream(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let buffer = ''
  let data: string[] = []
  try {
    for (;;) {
      const { done, value } = await reader.read()
      buffer += decoder.decode(value, { stream: !done })
      // A CR at the end may be half of a CRLF.
      const lines = buffer.split(done ? /\r\n|\n|\r/ : /\r\n|\n|\r(?!$)/)
      buffer = lines.pop() ?? ''
      for (const line of lines) {
        if (line === '') {
          if (data.length) yield data.join('\n')
          data = []
        } else if (line.startsWith('data')) data.push(line.replace(/^data:? ?/, ''))
      }
      if (done) return
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}
