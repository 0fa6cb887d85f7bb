import type { Readable, Writable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { toJson } from '../to-json'

type Message = Record<string, unknown>

/** A transport over two streams, one JSON-RPC message a line; fits both SDKs. */
export interface StdioTransport {
  onmessage?: ((message: Message) => void) | undefined
  onerror?: ((error: Error) => void) | undefined
  onclose?: (() => void) | undefined
  start(): Promise<void>
  send(message: unknown): Promise<void>
  close(): Promise<void>
}

export interface StdioTransportOptions {
  input: Readable
  /** Writes one chunk; answers false when the reader is slow. */
  write(chunk: string): boolean
  output: Writable
  /** Characters of one line. @default 10_000_000 */
  maxLineLength?: number | undefined
}

/** Closes when the input ends or the reader of the output is gone (EPIPE), which aborts what still runs. */
export function createStdioTransport(options: StdioTransportOptions): StdioTransport {
  const { input, output, write, maxLineLength = 10_000_000 } = options
  const decoder = new StringDecoder('utf8')
  let buffer = ''
  let closed = false

  const transport: StdioTransport = {
    async start() {
      input.on('data', onData)
      input.once('end', onEnd)
      input.once('close', onEnd)
      input.once('error', onEnd)
      output.on('error', onEnd)
      if (input.readableEnded || input.destroyed) queueMicrotask(onEnd)
    },
    async send(message) {
      if (closed) throw new Error('The connection is closed.')
      if (!write(`${toJson(message as Message)}\n`))
        await new Promise<void>((resolve) => {
          output.once('drain', resolve)
          output.once('close', resolve)
          output.once('error', () => resolve())
        })
    },
    async close() {
      if (closed) return
      closed = true
      input.off('data', onData)
      input.off('end', onEnd)
      input.off('close', onEnd)
      input.pause()
      // A late write still fails: its listener stays, so that EPIPE cannot end the process.
      transport.onclose?.()
    },
  }

  const onEnd = () => void transport.close()

  const onData = (chunk: Buffer | string) => {
    buffer += typeof chunk === 'string' ? chunk : decoder.write(chunk)
    let start = 0
    for (let end = buffer.indexOf('\n'); end >= 0 && !closed; end = buffer.indexOf('\n', start)) {
      onLine(buffer.slice(start, end))
      start = end + 1
    }
    buffer = buffer.slice(start)
    if (buffer.length > maxLineLength) {
      buffer = ''
      transport.onerror?.(new Error(`A line is longer than ${maxLineLength} characters.`))
      onEnd()
    }
  }

  const onLine = (line: string) => {
    if (line.trim() === '') return
    let message: unknown
    try {
      message = JSON.parse(line)
    } catch {
      transport.onerror?.(new Error(`Not JSON: ${line.slice(0, 100)}`))
      reply(-32700, 'Parse error: the line is not JSON')
      return
    }
    if (isMessage(message)) transport.onmessage?.(message)
    else reply(-32600, 'Invalid Request: not a JSON-RPC 2.0 message')
  }

  const reply = (code: number, text: string) => {
    transport.send({ jsonrpc: '2.0', id: null, error: { code, message: text } }).catch(() => {})
  }

  return transport
}

function isMessage(value: unknown): value is Message {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const { jsonrpc, method, id } = value as Message
  if (jsonrpc !== '2.0') return false
  return typeof method === 'string' || typeof id === 'string' || typeof id === 'number'
}
