const patienceMs = 5_000

/** Runs `stop` on the first Ctrl-C or termination, then exits; a second one, or too long a wait, exits at once. */
export function stopOnSignal(stop: () => Promise<void>): void {
  let asked = false
  const onSignal = () => {
    if (asked) process.exit(130)
    asked = true
    setTimeout(() => process.exit(1), patienceMs).unref()
    stop().then(
      () => process.exit(0),
      (error) => {
        process.stderr.write(`${(error as Error).message}\n`)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}
