export { redisBlobStore } from './redis-blob-store'
export type { RedisClient, RedisStoreOptions } from './redis-client'
export type { RedisEventStore } from './redis-event-store'
export { redisEventStore } from './redis-event-store'
