import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// #region model
import { providerModel } from '@toolprism/adapter-ai-sdk/model'
import { defineTool } from '@toolprism/core'
import { createAgent } from '@toolprism/harness'
import * as z from 'zod'

const time = defineTool({
  name: 'time',
  description: 'Tells the time of a city',
  annotations: { readOnlyHint: true },
  inputSchema: z.object({ city: z.string() }),
  execute: ({ city }) => `noon in ${city}`,
})
// #endregion

// A server that speaks as OpenAI-compatible APIs do stands in for one, so the example needs no key:
// it calls the tool, then repeats what the tool said.
const requests: { messages: { role: string; content: string }[] }[] = []
const chunk = (delta: object, finish_reason: string | null = null) =>
  `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta, finish_reason }] })}\n\n`
const server = createServer(async (request, response) => {
  let body = ''
  for await (const piece of request) body += piece
  requests.push(JSON.parse(body))
  const last = requests.at(-1)?.messages.at(-1)
  const call = { index: 0, id: 'call_1', function: { name: 'time', arguments: '{"city":"Oslo"}' } }
  response.setHeader('content-type', 'text/event-stream')
  response.end(
    last?.role === 'tool'
      ? chunk({ content: `It is ${last.content}.` }) + chunk({}, 'stop')
      : chunk({ tool_calls: [call] }) + chunk({}, 'tool_calls'),
  )
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`

// #region run
const model = providerModel({ provider: 'vllm', model: 'my-model', baseURL })
const run = createAgent({ model, tools: [time] }).run('What time is it in Oslo?')
const { status, text } = await run.result
console.log(text)
// #endregion

server.close()
assert.deepEqual([status, text], ['completed', 'It is noon in Oslo.'])
assert.equal(requests.length, 2)
