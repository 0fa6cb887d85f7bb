import { workerVariable } from './durable/worker-settings'
import { help, readOptions, UsageError } from './options'

async function main(): Promise<void> {
  const task = process.env[workerVariable]
  if (task) {
    const { runWorker } = await import('./durable/worker')
    return runWorker(JSON.parse(task))
  }
  const options = readOptions(process.argv.slice(2))
  if (options.help) {
    process.stdout.write(help)
    return
  }
  // Loaded only now: a mistyped option is answered at once.
  const { runServer } = await import('./run-server')
  await runServer(options)
}

main().catch((error: unknown) => {
  const known = error instanceof UsageError
  process.stderr.write(`${known ? error.message : ((error as Error).stack ?? error)}\n`)
  process.exitCode = known ? 2 : 1
})
