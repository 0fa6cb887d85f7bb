/** Runs work on the same files one after the other; work on others goes on beside it. */
export interface PathLock {
  run<T>(paths: readonly string[], work: () => Promise<T>): Promise<T>
}

export function createPathLock(): PathLock {
  const tails = new Map<string, Promise<void>>()
  return {
    async run(paths, work) {
      // All places are taken at once, so two that share files cannot wait for each other.
      const keys = [...new Set(paths)]
      const before = keys.map((key) => tails.get(key))
      let release = () => {}
      const mine = new Promise<void>((resolve) => {
        release = resolve
      })
      for (const key of keys) tails.set(key, mine)
      try {
        await Promise.all(before)
        return await work()
      } finally {
        release()
        for (const key of keys) if (tails.get(key) === mine) tails.delete(key)
      }
    },
  }
}
