import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ToldEndpoint {
  /** What `DEMO_MODEL_URL` is set to. */
  url: string
  /** Lets a `talk` say its second half. */
  goOn(): void
  /** Settles when a `talk` is asked for again whose first asker is gone. */
  askedAgain(): Promise<void>
  /** The messages it was asked with last, as JSON. */
  lastAsked(): string
  close(): Promise<void>
}

interface ChatMessage {
  role: string
  content?: unknown
}

/**
 * A language model over HTTP, as far as the demo asks one, that does what it is told: `call NAME {…}` calls a tool, `talk` says
 * half of its answer and the rest when the test lets it go on. ` then ` parts steps; after the last one it says "Done."
 */
export async function startToldEndpoint(): Promise<ToldEndpoint> {
  let goOn = () => {}
  let askedAgain = () => {}
  const again = new Promise<void>((resolve) => {
    askedAgain = resolve
  })
  let cut = false
  let lastAsked = ''
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { messages } = JSON.parse(String(Buffer.concat(chunks))) as { messages: ChatMessage[] }
    lastAsked = JSON.stringify(messages)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const step = stepOf(messages)
    const call = /^call (\w+) (\{.*\})$/.exec(step)
    if (call) {
      const [, name, input] = call
      const id = `call-${messages.length}`
      const calls = [{ index: 0, id, type: 'function', function: { name, arguments: input } }]
      say(response, { delta: { role: 'assistant', tool_calls: calls } })
      return end(response, 'tool_calls')
    }
    if (step === 'talk') {
      say(response, { delta: { role: 'assistant', content: 'The first half, ' } })
      const released = new Promise<boolean>((resolve) => {
        goOn = () => resolve(true)
        response.on('close', () => resolve(false))
      })
      if (cut) askedAgain()
      // Who asked is gone; the next one is told all of it again.
      cut = !(await released)
      if (cut) return
    }
    const content = step === 'talk' ? 'the second half.' : 'Done.'
    say(response, { delta: { role: 'assistant', content } })
    end(response, 'stop')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a server on a port has one
  return {
    url: `http://127.0.0.1:${port}/v1`,
    goOn: () => goOn(),
    askedAgain: () => again,
    lastAsked: () => lastAsked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The step that comes next: each result of a tool since the person spoke is one that is done. */
function stepOf(messages: ChatMessage[]): string {
  const asked = messages.findLastIndex(({ role }) => role === 'user')
  const content = messages[asked]?.content
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  const done = messages.slice(asked).filter(({ role }) => role === 'tool').length
  return text.split(' then ')[done] ?? ''
}

function say(response: ServerResponse, choice: object): void {
  const chunk = { id: 'told', object: 'chat.completion.chunk', created: 0, model: 'told' }
  const choices = [{ index: 0, finish_reason: null, ...choice }]
  response.write(`data: ${JSON.stringify({ ...chunk, choices })}\n\n`)
}

function end(response: ServerResponse, reason: string): void {
  say(response, { delta: {}, finish_reason: reason })
  response.end('data: [DONE]\n\n')
}
