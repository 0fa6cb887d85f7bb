import type { MiddlewareHandler } from 'hono'

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Refuses requests a web page on another site could make a browser send: a Host that is not ours (DNS
 * rebinding, CVE-2025-66414) or an Origin that is not this server. Without `hosts` any Host will do: then a
 * token must be asked for, which no such page has.
 */
export function guard(hosts: (() => string[]) | undefined): MiddlewareHandler {
  return async (context, next) => {
    const host = context.req.header('host') ?? ''
    const allowed = hosts?.() ?? [host]
    if (!allowed.includes(host))
      return context.json(
        { error: `Host ${JSON.stringify(host)} is not served here.`, expected: allowed },
        403,
      )
    const origin = context.req.header('origin')
    if (origin !== undefined && !allowed.some((name) => origin === `http://${name}`))
      return context.json(
        { error: `Origin ${JSON.stringify(origin)} may not call this server.` },
        403,
      )
    await next()
    context.header('Content-Security-Policy', policy)
    context.header('X-Content-Type-Options', 'nosniff')
    context.header('Referrer-Policy', 'no-referrer')
    return undefined
  }
}

/** The names under which a loopback listener is rightly called. */
export function loopbackHosts(host: string, port: number): string[] {
  const names = new Set([
    '127.0.0.1',
    'localhost',
    '[::1]',
    host.includes(':') ? `[${host}]` : host,
  ])
  return [...names].map((name) => `${name}:${port}`)
}
