import { type Incoming, type Outgoing, refusal } from './incoming'

export interface GuardOptions {
  /** Host names the server may be reached by, without port; `false` checks nothing. @default loopback names */
  allowedHosts?: readonly string[] | false | undefined
  /** Host names of web pages that may call the server; `false` checks nothing. @default loopback names */
  allowedOrigins?: readonly string[] | false | undefined
}

const loopback = ['localhost', '127.0.0.1', '[::1]']

/**
 * Refuses foreign Host and Origin headers with 403, the defence against DNS rebinding
 * (GHSA-w48q-cv73-mx4w). Requests without an Origin come from no web page and pass; `Origin: null` does not.
 */
export function checkGuards(incoming: Incoming, options: GuardOptions): Outgoing | undefined {
  const { allowedHosts = loopback, allowedOrigins = loopback } = options
  const host = incoming.header('host') ?? hostOf(incoming.url)
  if (allowedHosts && !allowedHosts.includes(hostnameOf(`http://${host}`)))
    return refusal(403, -32000, `Host "${host}" is not allowed. Add it to allowedHosts.`)
  const origin = incoming.header('origin')
  if (origin !== null && allowedOrigins && !allowedOrigins.includes(hostnameOf(origin)))
    return refusal(403, -32000, `Origin "${origin}" is not allowed. Add it to allowedOrigins.`)
  return undefined
}

/** The answer to a preflight of an allowed page; undefined for other requests. */
export function preflight(incoming: Incoming): Outgoing | undefined {
  if (incoming.method !== 'OPTIONS' || incoming.header('origin') === null) return undefined
  return {
    status: 204,
    headers: {
      'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS',
      'access-control-allow-headers': incoming.header('access-control-request-headers') ?? '*',
      'access-control-max-age': '86400',
    },
  }
}

/** Lets the page that asked, which `checkGuards` has allowed, read the answer. */
export function withCors(incoming: Incoming, outgoing: Outgoing): Outgoing {
  const origin = incoming.header('origin')
  if (origin === null) return outgoing
  outgoing.headers['access-control-allow-origin'] = origin
  outgoing.headers['access-control-expose-headers'] =
    'mcp-session-id, mcp-protocol-version, www-authenticate'
  outgoing.headers['vary'] = 'origin'
  return outgoing
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : ''
}

/** The name without port; empty, which no list holds, when it is no http(s) or extension origin. */
function hostnameOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).hostname : ''
}
