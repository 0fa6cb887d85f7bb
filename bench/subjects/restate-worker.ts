import { appendFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http2'
import { serveAgent } from '@toolprism/adapter-restate'
import { journalAgent } from './journal-agent'

const { port, folder, turns, characters, gate } = JSON.parse(process.env['WORKER'] ?? '{}') as {
  port: number
  folder: string
  turns: number
  characters?: number
  gate?: string
}
// From the request that hands the run over to the first step that is not in its journal.
let handedOver = 0
const agent = journalAgent({
  turns,
  ...(characters === undefined ? {} : { characters }),
  ...(gate === undefined ? {} : { gate }),
  onLastTurn: () => appendFileSync(`${folder}/replays`, `${performance.now() - handedOver}\n`),
})
const endpoint = await serveAgent(agent, { service: 'bench', logger: () => {} })
const server = createServer((request, response) => {
  if (request.url.endsWith('/run')) handedOver = performance.now()
  endpoint.nodeHandler(request, response)
})
server.listen(port, '127.0.0.1', () => writeFileSync(`${folder}/ready-${process.pid}`, ''))
