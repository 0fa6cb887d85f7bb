import { McpRpcError, rpcCodes } from '../errors'
import type { Call } from './call'

/** What a modern call answers when it needs the client first; the client calls again with the answers. */
export interface InputRequired {
  resultType: 'input_required'
  inputRequests: Record<string, { method: string; params: Record<string, unknown> }>
  requestState: string
}

/** Asks the client during one call, in either era. */
export interface Asker {
  request(method: string, params?: Record<string, unknown>): Promise<Record<string, unknown>>
  can(method: string): boolean
  /** Settles when a modern call asked something without an answer yet. */
  readonly suspended: Promise<InputRequired>
  /** The capability a refused question needed. */
  readonly missing: string | undefined
}

const capabilityOf: Record<string, string> = {
  'elicitation/create': 'elicitation',
  'sampling/createMessage': 'sampling',
  'roots/list': 'roots',
}

/**
 * Legacy eras have a request from server to client. In the modern era the call ends with its questions and
 * runs again from the start with the answers, which are handed out in the order of the questions.
 */
export function createAsker(call: Call): Asker {
  const declared = call.clientCapabilities
  const answers = { ...decodeState(call.requestState), ...call.inputResponses }
  const open: InputRequired['inputRequests'] = {}
  let count = 0
  let missing: string | undefined
  let suspend: (value: InputRequired) => void = () => {}
  const suspended = new Promise<InputRequired>((resolve) => {
    suspend = resolve
  })

  const ask = (method: string, params: Record<string, unknown>) => {
    const key = `ask-${++count}`
    const answer = Object.hasOwn(answers, key) ? answers[key] : undefined
    if (answer) return Promise.resolve(answer as Record<string, unknown>) // the SDK lets only objects through
    open[key] = { method, params }
    // Questions asked side by side go out together. This promise never settles: the code after it must
    // not run before there is an answer, and the signal tells it to let go of what it holds.
    if (Object.keys(open).length === 1)
      setTimeout(() =>
        suspend({
          resultType: 'input_required',
          inputRequests: open,
          requestState: JSON.stringify(answers),
        }),
      )
    return new Promise<never>(() => {})
  }

  const can = (method: string) => {
    const capability = capabilityOf[method]
    return capability !== undefined && declared?.[capability] !== undefined
  }

  return {
    suspended,
    can,
    get missing() {
      return missing
    },
    async request(method, params = {}) {
      if (!can(method)) {
        missing = capabilityOf[method] ?? method
        throw new McpRpcError(
          rpcCodes.missingCapability,
          `The client did not declare the ${missing} capability, which ${method} needs.`,
          { requiredCapabilities: { [missing]: {} } },
        )
      }
      return call.era === 'modern' ? ask(method, params) : call.send(method, params)
    },
  }
}

/** The answers of earlier rounds. They came from the client and went back to it: trusted no more than its arguments. */
function decodeState(state: unknown): Record<string, unknown> {
  if (typeof state !== 'string') return {}
  try {
    const value: unknown = JSON.parse(state)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return Object.fromEntries(
        Object.entries(value).filter(([, entry]) => typeof entry === 'object' && entry !== null),
      )
  } catch {
    // falls through to the refusal
  }
  throw new McpRpcError(rpcCodes.invalidParams, 'Invalid requestState', {
    reason: 'invalid_request_state',
  })
}
