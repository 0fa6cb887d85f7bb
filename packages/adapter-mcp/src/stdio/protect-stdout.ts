/** What `protectStdout` answers: the one way to really write, and the way back. */
export interface ProtectedStdout {
  write(chunk: string): boolean
  restore(): void
}

/**
 * Keeps standard output for the protocol: whatever else writes there, `console.log` and banners of
 * libraries included, goes to standard error.
 */
export function protectStdout(): ProtectedStdout {
  const { stdout, stderr } = process
  const original = stdout.write
  const write = original.bind(stdout) as (chunk: string) => boolean // the overload used here
  stdout.write = stderr.write.bind(stderr) as typeof stdout.write // same signature
  // In a worker or under a test runner console may not write through process.stdout.
  const { log, info, debug } = console
  const toStderr = (...values: unknown[]) => console.error(...values)
  console.log = toStderr
  console.info = toStderr
  console.debug = toStderr
  return {
    write,
    restore() {
      stdout.write = original
      Object.assign(console, { log, info, debug })
    },
  }
}
