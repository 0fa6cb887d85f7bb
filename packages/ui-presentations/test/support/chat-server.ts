import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Body = Record<string, unknown> & { type: string }
type Script = (run: ScriptedRun) => Promise<void>

export interface ScriptedRun {
  say(messageId: string, text: string): void
  emit(body: Body): void
  /** Resolves with the answer to a question, or undefined when the run was stopped. */
  decision(id: string): Promise<unknown>
  /** Cuts every open stream, as a network does. */
  cut(): void
  /** Resolves when somebody reads the run again. */
  reader(): Promise<void>
}

export interface ChatServer {
  url: string
  requests: string[]
  close(): Promise<void>
}

/** A server that speaks the protocol of `sseTransport` and plays a script for each message. */
export async function startChatServer(scripts: Record<string, Script>): Promise<ChatServer> {
  const runs = new Map<string, ReturnType<typeof createRun>>()
  const requests: string[] = []
  const server = createServer(async (request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*')
    response.setHeader('Access-Control-Allow-Headers', '*')
    if (request.method === 'OPTIONS') return response.writeHead(204).end()
    const [, , runId, action] = (request.url ?? '').split('/')
    requests.push(`${request.method} ${action ?? (runId ? 'resume' : 'send')}`)
    const body = request.method === 'POST' ? await readJson(request) : {}
    const run =
      runs.get(String(runId ?? body['runId'])) ??
      (runId ? undefined : createRun(String(body['runId'])))
    if (!run) return response.writeHead(404).end('{"error":{"message":"unknown run"}}')
    if (action === 'decisions') run.decide(String(body['id']), body['decision'])
    if (action === 'stop') run.stop()
    if (action) return response.writeHead(200).end('{}')
    run.read(response, Number(request.headers['last-event-id'] ?? 0))
    if (runId) return undefined
    runs.set(run.id, run)
    return scripts[String(body['message'])]?.(run.script).then(() => run.end('completed'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/chat`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

function createRun(id: string) {
  const events: string[] = []
  const readers = new Set<ServerResponse>()
  const decisions = new Map<string, (decision: unknown) => void>()
  let arrived = () => {}
  let ended = false
  const emit = (body: Body) => {
    if (ended) return
    const event = { runId: id, sequence: events.length + 1, timestamp: Date.now(), ...body }
    const text = `id: ${event.sequence}\ndata: ${JSON.stringify(event)}\n\n`
    events.push(text)
    for (const reader of readers) reader.write(text)
  }
  const end = (status: string) => {
    emit({ type: 'run.ended', status })
    ended = true
    for (const reader of readers) reader.end()
  }
  const script: ScriptedRun = {
    emit,
    say(messageId, text) {
      for (const delta of text.match(/\S+\s*/g) ?? [])
        emit({ type: 'text.delta', messageId, delta })
      emit({ type: 'text.completed', messageId, text })
    },
    decision: (question) => new Promise((resolve) => decisions.set(question, resolve)),
    cut() {
      for (const reader of readers) reader.destroy()
      readers.clear()
    },
    reader: () =>
      new Promise((resolve) => {
        arrived = resolve
      }),
  }
  return {
    id,
    script,
    end,
    decide: (question: string, decision: unknown) => decisions.get(question)?.(decision),
    stop() {
      end('aborted')
      for (const decide of decisions.values()) decide(undefined)
    },
    read(response: ServerResponse, after: number) {
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
      response.write(': here\n\n')
      for (const text of events.slice(after)) response.write(text)
      if (ended) return response.end()
      readers.add(response)
      response.on('close', () => readers.delete(response))
      arrived()
      return undefined
    },
  }
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = ''
  for await (const chunk of request) text += chunk
  return JSON.parse(text || '{}')
}
