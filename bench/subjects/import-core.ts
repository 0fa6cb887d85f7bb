// What importing the root entry costs in a fresh process; argv[2] `empty` measures the process alone.
const module = process.argv[2]
const before = process.memoryUsage().rss
const start = performance.now()
if (module !== 'empty') await import(module!)
const time = performance.now() - start
console.log(JSON.stringify({ time, rss: process.memoryUsage().rss - before }))
