import type { Incoming, Outgoing } from './incoming'

/** Answers who calls, or the Response that refuses the request. */
export type Authenticate = (request: Request) => unknown | Promise<unknown>

/** The protected-resource metadata of RFC 9728. */
export interface ResourceMetadata {
  /** The public URL of the MCP endpoint. */
  resource: string
  authorization_servers: string[]
  scopes_supported?: string[]
  bearer_methods_supported?: string[]
  resource_name?: string
  resource_documentation?: string
  [member: string]: unknown
}

const wellKnown = '/.well-known/oauth-protected-resource'

/** The metadata document, also at its path-specific address; undefined for other requests. */
export function serveMetadata(
  incoming: Incoming,
  metadata: ResourceMetadata | undefined,
): Outgoing | undefined {
  if (!metadata || incoming.method !== 'GET') return undefined
  const { pathname } = new URL(incoming.url)
  if (pathname !== wellKnown && pathname !== wellKnownPath(metadata.resource)) return undefined
  return {
    status: 200,
    headers: { 'content-type': 'application/json', 'access-control-allow-origin': '*' },
    body: JSON.stringify({ bearer_methods_supported: ['header'], ...metadata }),
  }
}

function wellKnownPath(resource: string): string {
  const { pathname } = new URL(resource)
  return pathname === '/' ? wellKnown : wellKnown + pathname
}

export interface BearerAuthOptions {
  /** Answers who the token belongs to; undefined refuses it. Check signature, expiry and audience here. */
  verify(token: string, request: Request): unknown | Promise<unknown>
  /** The public URL of the MCP endpoint, to point clients at its metadata. */
  resource?: string
  /** Scopes the result's `scopes` must hold. */
  scopes?: string[]
}

/** An `authenticate` for bearer tokens: 401 without a good one, 403 without its scopes, each with the challenge of RFC 6750. */
export function bearerAuth(options: BearerAuthOptions): Authenticate {
  const { verify, resource, scopes = [] } = options
  const metadata = resource && new URL(wellKnownPath(resource), resource).href
  const challenge = (status: number, error: string, description: string) =>
    new Response(JSON.stringify({ error, error_description: description }), {
      status,
      headers: {
        'content-type': 'application/json',
        'www-authenticate': [
          `Bearer error="${error}", error_description="${description}"`,
          ...(scopes.length > 0 ? [`scope="${scopes.join(' ')}"`] : []),
          ...(metadata ? [`resource_metadata="${metadata}"`] : []),
        ].join(', '),
      },
    })
  return async (request) => {
    const [scheme, token] = (request.headers.get('authorization') ?? '').split(' ')
    if (scheme?.toLowerCase() !== 'bearer' || !token)
      return challenge(401, 'invalid_token', 'A bearer token is required')
    const info = await Promise.resolve()
      .then(() => verify(token, request))
      .catch(() => undefined)
    if (info === undefined || info === null || info === false)
      return challenge(401, 'invalid_token', 'The token is not valid')
    const granted = (info as { scopes?: unknown }).scopes
    if (!scopes.every((scope) => Array.isArray(granted) && granted.includes(scope)))
      return challenge(403, 'insufficient_scope', 'The token lacks a scope')
    return info
  }
}
