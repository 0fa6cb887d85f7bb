import { McpRpcError, rpcCodes } from '../errors'
import type { McpHost } from '../mcp.types'
import type { Call } from './call'
import type { StateCodec } from './request-state'

/** What a modern request answers when it needs the client first; the client repeats it with the answers. */
export interface InputRequired {
  resultType: 'input_required'
  inputRequests: Record<string, { method: string; params: Record<string, unknown> }>
  requestState: string
}

/** What a tool, prompt or resource gets to reach the client with. */
export interface Asking {
  readonly host: McpHost
  readonly signal: AbortSignal
  can(method: string): boolean
}

type Answers = Record<string, Record<string, unknown>>

const capabilityOf: Record<string, string> = {
  'elicitation/create': 'elicitation',
  'sampling/createMessage': 'sampling',
  'roots/list': 'roots',
}

/**
 * Runs what may ask the client. Legacy revisions have requests from server to client. In the modern one the
 * request ends with its questions and runs again from the start when it comes back with the answers; those
 * of earlier rounds travel in its sealed state. `subject` says what the state belongs to.
 */
export async function answerAsking<T extends object>(
  call: Call,
  subject: string,
  codec: StateCodec,
  run: (asking: Asking) => Promise<T>,
): Promise<T | InputRequired> {
  if (call.era === 'legacy') {
    const request: McpHost['request'] = async (method, params = {}) => {
      check(call, method)
      return call.send(method, params)
    }
    return run({
      host: toHost(call, request),
      signal: call.signal,
      can: (method) => can(call, method),
    })
  }
  const earlier = call.requestState === undefined ? {} : await openState(call, subject, codec)
  return runModern(call, { ...earlier, ...call.inputResponses } as Answers, subject, codec, run) // the SDK lets only objects through
}

async function runModern<T extends object>(
  call: Call,
  answers: Answers,
  ...[subject, codec, run]: [string, StateCodec, (asking: Asking) => Promise<T>]
): Promise<T | InputRequired> {
  const stop = new AbortController()
  const open: InputRequired['inputRequests'] = {}
  const used: Answers = {}
  let count = 0
  let missing: McpRpcError | undefined
  let suspend: () => void = () => {}
  const suspended = new Promise<'suspended'>((resolve) => {
    suspend = () => resolve('suspended')
  })
  const request: McpHost['request'] = async (method, params = {}, options = {}) => {
    try {
      check(call, method)
    } catch (error) {
      missing = error as McpRpcError // check throws nothing else
      throw error
    }
    const key = options.key ?? `ask-${++count}`
    const answer = Object.hasOwn(answers, key) ? answers[key] : undefined
    if (answer) {
      used[key] = answer
      return answer
    }
    // Questions asked side by side go out together. This promise never settles: the code after it must
    // not run before there is an answer, and the signal tells it to let go of what it holds.
    if (Object.keys(open).length === 0) setTimeout(suspend)
    open[key] = { method, params }
    return new Promise<never>(() => {})
  }
  const running = run({
    host: toHost(call, request),
    signal: AbortSignal.any([call.signal, stop.signal]),
    can: (method) => can(call, method),
  })
  running.catch(() => {})
  const result = await Promise.race([running, suspended])
  if (result !== 'suspended') {
    if (missing && 'isError' in result && result.isError) throw missing
    return result
  }
  stop.abort(new Error('The request waits for an answer of the client and starts again with it.'))
  const requestState = await codec.seal({ subject: subjectOf(call, subject), answers: used })
  return { resultType: 'input_required', inputRequests: open, requestState }
}

async function openState(call: Call, subject: string, codec: StateCodec): Promise<Answers> {
  const state = (await codec.open(call.requestState)) as { subject: string; answers: Answers } // sealed in runModern
  if (state.subject === subjectOf(call, subject)) return state.answers
  throw new McpRpcError(rpcCodes.invalidParams, 'This requestState belongs to another request', {
    reason: 'invalid_request_state',
  })
}

function subjectOf(call: Call, subject: string): string {
  const { clientId } = (call.authInfo ?? {}) as { clientId?: unknown } // compared, never trusted
  return JSON.stringify([subject, clientId ?? null])
}

function can(call: Call, method: string): boolean {
  const capability = capabilityOf[method]
  return capability !== undefined && call.clientCapabilities?.[capability] !== undefined
}

function check(call: Call, method: string): void {
  if (can(call, method)) return
  const capability = capabilityOf[method]
  if (!capability)
    throw new McpRpcError(rpcCodes.methodNotFound, `${method} is no request a server may send`)
  throw new McpRpcError(
    rpcCodes.missingCapability,
    `The client did not declare the ${capability} capability, which ${method} needs.`,
    { requiredCapabilities: { [capability]: {} } },
  )
}

function toHost(call: Call, request: McpHost['request']): McpHost {
  return {
    kind: 'mcp',
    era: call.era,
    requestId: call.id,
    ...(call.sessionId !== undefined && { sessionId: call.sessionId }),
    ...(call.meta && { meta: call.meta }),
    ...(call.authInfo !== undefined && { authInfo: call.authInfo }),
    ...(call.clientCapabilities && { clientCapabilities: call.clientCapabilities }),
    ...(call.closeStream && { closeStream: call.closeStream }),
    request,
    notify: (method, params = {}) => call.notify(method, params),
  }
}
