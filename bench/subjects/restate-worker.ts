import { serveAgent } from '@toolprism/adapter-restate'
import { journalAgent } from './journal-agent'
import { serveWorker, tellLastStep, workerOptions } from './worker-server'

const agent = journalAgent({ ...workerOptions, onLastTurn: tellLastStep })
const endpoint = await serveAgent(agent, { service: 'agent', logger: () => {} })
serveWorker(endpoint.nodeHandler)
