import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

interface ChatRequest {
  model: string
  messages: { role: string; content: unknown }[]
  tools?: { function: { name: string; parameters: Record<string, unknown> } }[]
}

/** An answer of the model: what it says, the call it makes, or an error. */
export type ReplayedTurn = { text: string } | { tool: string; input: unknown } | { status: number }

/** An OpenAI-compatible server that lists one model and plays the given turns, one a request. */
export async function startReplayServer(turns: ReplayedTurn[]) {
  const requests: ChatRequest[] = []
  const server = createServer(async (request, response) => {
    if (request.url === '/v1/models') {
      response.setHeader('content-type', 'application/json')
      response.end(
        JSON.stringify({ object: 'list', data: [{ id: 'replayed-1', object: 'model' }] }),
      )
      return
    }
    let body = ''
    for await (const chunk of request) body += chunk
    const turn = turns[Math.min(requests.length, turns.length - 1)]
    requests.push(JSON.parse(body))
    if (turn && 'status' in turn) {
      response.writeHead(turn.status, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { message: 'The key is wrong.' } }))
      return
    }
    response.setHeader('content-type', 'text/event-stream')
    for (const choice of turn ? choicesOf(turn, requests.length) : []) {
      const chunk = { id: 'c', object: 'chat.completion.chunk', created: 0, model: 'replayed-1' }
      response.write(
        `data: ${JSON.stringify({ ...chunk, choices: [{ index: 0, ...choice }] })}\n\n`,
      )
    }
    response.end('data: [DONE]\n\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

function choicesOf(turn: Exclude<ReplayedTurn, { status: number }>, number: number) {
  const end = (reason: string) => ({ delta: {}, finish_reason: reason })
  if ('text' in turn) {
    const pieces = turn.text.match(/.{1,8}/gs) ?? []
    const said = pieces.map((content) => ({ delta: { content }, finish_reason: null }))
    return [{ delta: { role: 'assistant' }, finish_reason: null }, ...said, end('stop')]
  }
  const call = (fields: object) => ({
    delta: { tool_calls: [{ index: 0, ...fields }] },
    finish_reason: null,
  })
  const input = JSON.stringify(turn.input)
  const half = Math.ceil(input.length / 2)
  return [
    call({ id: `call_${number}`, type: 'function', function: { name: turn.tool, arguments: '' } }),
    call({ function: { arguments: input.slice(0, half) } }),
    call({ function: { arguments: input.slice(half) } }),
    end('tool_calls'),
  ]
}
