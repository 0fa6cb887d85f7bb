/** The part of ioredis that is used: any client with the same calls will do. */
export interface RedisClient {
  eval(script: string, keys: number, ...values: (string | number)[]): Promise<unknown>
  xrange(key: string, start: string, end: string, count: 'COUNT', n: number): Promise<RedisEntry[]>
  xrevrange(
    key: string,
    end: string,
    start: string,
    count: 'COUNT',
    n: number,
  ): Promise<RedisEntry[]>
  get(key: string): Promise<string | null>
  set(key: string, value: string, mode: 'PX', milliseconds: number): Promise<unknown>
  duplicate(): RedisSubscriber
}

/** A stream entry: its id, then names and values in turn. */
export type RedisEntry = [id: string, fields: string[]]

export interface RedisSubscriber {
  subscribe(channel: string): Promise<unknown>
  unsubscribe(channel: string): Promise<unknown>
  on(event: 'message', listener: (channel: string, message: string) => void): unknown
  disconnect(): void
}

export interface RedisStoreOptions {
  /**
   * Before every key.
   * @default 'toolprism'
   */
  prefix?: string
  /**
   * Milliseconds after the last write until it is forgotten.
   * @default 604800000 (7 days)
   */
  retentionMs?: number
}

export const week = 7 * 24 * 3_600_000
