/**
 * Work that reports while it runs, as the async iterable the AI SDK wants: reports first, the result last.
 * A report replaces one not yet read, so a fast tool and a slow reader need no queue.
 */
export async function* withProgress(
  work: (report: (value: unknown) => void) => Promise<unknown>,
): AsyncGenerator<unknown> {
  let pending: { value: unknown } | undefined
  let wake: (() => void) | undefined
  let settled = false
  const result = work((value) => {
    pending = { value }
    wake?.()
  })
  const settle = () => {
    settled = true
    wake?.()
  }
  result.then(settle, settle)
  while (!settled) {
    await new Promise<void>((resolve) => {
      wake = resolve
      if (settled || pending) resolve()
    })
    const report = take()
    if (report && !settled) yield report.value
  }
  yield await result

  function take() {
    const report = pending
    pending = undefined
    return report
  }
}
