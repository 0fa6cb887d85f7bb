import { McpRpcError, rpcCodes } from '../errors'

/** Seals what a call must remember while the client answers, and opens it when the client sends it back. */
export interface StateCodec {
  seal(value: unknown): Promise<string>
  /** Throws a JSON-RPC -32602 for anything this server did not seal, or sealed for another request, or long ago. */
  open(text: unknown): Promise<unknown>
}

const validForMs = 600_000

/** HMAC-SHA-256 over JSON: the client holds the state, and can read it but not change it. */
export function createStateCodec(secret: string | undefined): StateCodec {
  let key: ReturnType<typeof crypto.subtle.importKey> | undefined
  const getKey = () => {
    // Random values are drawn on first use: some runtimes refuse them while a module loads.
    const bytes = secret === undefined ? crypto.getRandomValues(new Uint8Array(32)) : encode(secret)
    key ??= crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
      'sign',
      'verify',
    ])
    return key
  }
  return {
    async seal(value) {
      const body = JSON.stringify({ value, until: Date.now() + validForMs })
      const tag = await crypto.subtle.sign('HMAC', await getKey(), encode(body))
      return `${toHex(new Uint8Array(tag))}.${body}`
    },
    async open(text) {
      const [tag = '', body = ''] = typeof text === 'string' ? splitOnce(text, '.') : []
      const genuine = await crypto.subtle.verify('HMAC', await getKey(), fromHex(tag), encode(body))
      if (!genuine) throw refused()
      const { value, until } = JSON.parse(body) as { value: unknown; until: number } // sealed above
      if (until < Date.now()) throw refused()
      return value
    },
  }
}

function refused(): McpRpcError {
  return new McpRpcError(rpcCodes.invalidParams, 'Invalid or expired requestState', {
    reason: 'invalid_request_state',
  })
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return at < 0 ? ['', ''] : [text.slice(0, at), text.slice(at + 1)]
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}
