import type { Decision } from '@toolprism/harness'
import { Hono } from 'hono'
import { type SSEStreamingApi, streamSSE } from 'hono/streaming'
import * as z from 'zod'
import type { Conversations, ReadableRun } from './conversations.types'
import { idShape } from './id-index'

const id = z.string().regex(idShape)
const messageBody = z.object({
  message: z.string().min(1).max(20_000),
  runId: id,
  conversationId: id,
})
const reason = z.string().max(1000).optional()
const decisionBody = z.object({
  id: z.string().max(200),
  decision: z.union([
    z.object({ allow: z.literal(true) }),
    z.object({ allow: z.literal(false), reason }),
    z.object({
      answer: z.union([
        z.object({ action: z.literal('accept'), content: z.record(z.string(), z.unknown()) }),
        z.object({ action: z.enum(['decline', 'cancel']) }),
      ]),
    }),
  ]),
})

/**
 * Runs of the agent over server-sent events. Each event's number is its id, so a reader that lost the
 * connection goes on with `Last-Event-ID`.
 */
export function chatRoute(conversations: Conversations): Hono {
  const app = new Hono()

  app.post('/', async (context) => {
    const body = messageBody.safeParse(await context.req.json().catch(() => undefined))
    if (!body.success) return context.json({ error: z.prettifyError(body.error) }, 400)
    const run = await conversations.start(body.data)
    if ('refusal' in run) return context.json({ error: run.refusal }, 409)
    return streamSSE(context, (stream) => writeEvents(stream, run, 0))
  })

  app.get('/:runId', (context) => {
    const run = conversations.find(context.req.param('runId'))
    if (!run) return context.json({ error: 'There is no such run here.' }, 404)
    const after = Number(context.req.header('last-event-id') ?? 0)
    return streamSSE(context, (stream) =>
      writeEvents(stream, run, Number.isInteger(after) ? after + 1 : 0),
    )
  })

  app.post('/:runId/decisions', async (context) => {
    const run = conversations.find(context.req.param('runId'))
    if (!run) return context.json({ error: 'There is no such run here.' }, 404)
    const body = decisionBody.safeParse(await context.req.json().catch(() => undefined))
    if (!body.success) return context.json({ error: z.prettifyError(body.error) }, 400)
    const { id, decision } = body.data
    const outcome = await run.resolve(id, decision as Decision) // zod writes optional as `| undefined`
    return context.json({ outcome }, outcome === 'accepted' ? 200 : 409)
  })

  app.post('/:runId/stop', async (context) => {
    const run = conversations.find(context.req.param('runId'))
    if (!run) return context.json({ error: 'There is no such run here.' }, 404)
    await run.abort('Stopped by the user.')
    return context.json({ stopped: true })
  })
  return app
}

const keepAliveMs = 15_000

async function writeEvents(stream: SSEStreamingApi, run: ReadableRun, from: number): Promise<void> {
  const reader = new AbortController()
  stream.onAbort(() => reader.abort())
  // A comment now and then keeps proxies from closing a quiet stream.
  const keepAlive = setInterval(() => void stream.write(': still here\n\n'), keepAliveMs)
  try {
    for await (const event of run.events({ from, signal: reader.signal })) {
      const number = 'sequence' in event ? event.sequence : event.to
      await stream.writeSSE({ id: String(number), data: JSON.stringify(event) })
    }
  } finally {
    clearInterval(keepAlive)
  }
}
