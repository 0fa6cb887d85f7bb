import type { ToolDefinition } from '@toolprism/core'
import { Hono } from 'hono'
import { stream } from 'hono/streaming'
import { callEvents } from './call-events'

/** Calls by hand: `POST /:name/call` with the input as body answers the call's events, one JSON line each. */
export function callRoute(tools: readonly ToolDefinition[], stopping?: AbortSignal): Hono {
  const byName = new Map(tools.map((tool) => [tool.name, tool]))
  return new Hono().post('/:name/call', async (context) => {
    const name = context.req.param('name')
    const tool = byName.get(name)
    if (!tool)
      return context.json(
        { error: `There is no tool ${JSON.stringify(name)}.`, tools: [...byName.keys()] },
        404,
      )
    const input = parseBody(await context.req.text())
    if ('error' in input) return context.json(input, 400)
    context.header('Content-Type', 'application/x-ndjson')
    return stream(context, async (output) => {
      const gone = new AbortController()
      output.onAbort(() => gone.abort(new Error('the page went away')))
      const signal = stopping ? AbortSignal.any([gone.signal, stopping]) : gone.signal
      const events = callEvents(tool, input.value, { callId: crypto.randomUUID(), signal })
      for await (const event of events) await output.write(`${JSON.stringify(event)}\n`)
    })
  })
}

function parseBody(text: string): { value: unknown } | { error: string } {
  if (text === '') return { value: {} }
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    return { error: `The body is not JSON: ${(error as Error).message}` }
  }
}
