import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'

const cookie = 'toolprism-token'

/** Whether nobody but this machine reaches a listener at this address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)
}

export function createToken(): string {
  return randomBytes(24).toString('base64url')
}

/**
 * Lets in who has the token: as `Authorization: Bearer`, as the cookie of a browser, or once as `?token=`,
 * which a browser trades for the cookie so that the token leaves its address bar.
 */
export function requireToken(token: string): MiddlewareHandler {
  return async (context, next) => {
    const bearer = /^Bearer\s+(\S+)$/i.exec(context.req.header('authorization') ?? '')?.[1]
    if (matches(bearer, token) || matches(getCookie(context, cookie), token)) return next()
    if (!matches(context.req.query('token'), token))
      return context.json(
        { error: 'This server needs the token that it printed when it started.' },
        401,
        { 'WWW-Authenticate': 'Bearer' },
      )
    if (context.req.method !== 'GET' || context.req.path !== '/') return next()
    setCookie(context, cookie, token, { httpOnly: true, sameSite: 'Lax', path: '/' })
    return context.redirect('/')
  }
}

/** Compared by hash: the time taken tells nothing of the token, its length included. */
function matches(given: string | undefined, token: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return given !== undefined && timingSafeEqual(hash(given), hash(token))
}
