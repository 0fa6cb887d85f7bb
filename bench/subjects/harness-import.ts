/** What loading a module costs in a fresh process: milliseconds and megabytes. */
const module = process.argv[2]!
globalThis.gc?.()
const before = process.memoryUsage.rss()
const start = performance.now()
await import(module)
const time = performance.now() - start
globalThis.gc?.()
console.log(JSON.stringify({ time, rss: (process.memoryUsage.rss() - before) / 2 ** 20 }))
