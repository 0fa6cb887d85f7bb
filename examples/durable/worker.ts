// #region worker
import { serveAgent } from '@toolprism/adapter-restate'
import { redisEventStore } from '@toolprism/adapter-restate/redis'
import { Redis } from 'ioredis'
import { agent } from './agent'

const eventStore = process.env['REDIS_URL']
  ? redisEventStore(new Redis(process.env['REDIS_URL']))
  : undefined
const endpoint = await serveAgent(agent, {
  service: 'support',
  ...(eventStore ? { eventStore } : {}),
})
const { port } = await endpoint.listen({ port: Number(process.env['PORT'] ?? 9080) })
// #endregion
console.log(`worker ${process.pid} on port ${port}`)
