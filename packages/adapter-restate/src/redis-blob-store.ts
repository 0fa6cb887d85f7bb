import type { BlobStore } from './blob-store'
import { type RedisClient, type RedisStoreOptions, week } from './redis-client'

/** Large results in Redis. Keep them at least as long as runs may take, their approvals included. */
export function redisBlobStore(
  redis: Pick<RedisClient, 'get' | 'set'>,
  options: RedisStoreOptions = {},
): BlobStore {
  const { prefix = 'toolprism', retentionMs = 5 * week } = options
  return {
    async put(key, text) {
      await redis.set(`${prefix}:blob:${key}`, text, 'PX', retentionMs)
    },
    get: async (key) => (await redis.get(`${prefix}:blob:${key}`)) ?? undefined,
  }
}
