import { JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js'

type Message = {
  id?: number | string
  method?: string
  params?: any
  result?: unknown
  error?: unknown
}

export interface HostileServer {
  /** A fresh client transport. */
  transport(): unknown
  /** Sends anything to the client. */
  send(message: object): void
  /** The connection breaks. */
  drop(): void
  readonly received: Message[]
}

/**
 * A hand-written JSON-RPC server at the other end of a transport: it answers what a test says, however wrong.
 * A method without an answer gets none.
 */
export function hostileServer(
  answers: Record<string, (params: any, id: number | string) => unknown>,
  capabilities: object = { tools: {} },
): HostileServer {
  const received: Message[] = []
  let client: any
  const deliver = (message: object) => {
    const parsed = JSONRPCMessageSchema.safeParse({ jsonrpc: '2.0', ...message })
    queueMicrotask(() =>
      client?.onmessage?.(parsed.success ? parsed.data : { jsonrpc: '2.0', ...message }),
    )
  }
  return {
    received,
    send: deliver,
    drop: () => client?.onclose?.(),
    transport() {
      client = {
        async start() {},
        async close() {
          client.onclose?.()
        },
        async send(message: Message) {
          received.push(message)
          if (message.id === undefined || message.method === undefined) return
          const answer =
            answers[message.method] ??
            (message.method === 'initialize'
              ? () => ({
                  protocolVersion: '2025-06-18',
                  capabilities,
                  serverInfo: { name: 'hostile', version: '0' },
                })
              : undefined)
          if (!answer) return
          try {
            const result = await answer(message.params, message.id)
            if (result !== undefined) deliver({ id: message.id, result })
          } catch (error) {
            const { code = -32603, message: text } = error as { code?: number; message: string }
            deliver({ id: message.id, error: { code, message: text } })
          }
        },
      }
      return client
    },
  }
}
