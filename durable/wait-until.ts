/** Nothing here waits for ever: what does not come in time is an error that says what was waited for. */
export async function waitUntil<Value>(
  what: string,
  milliseconds: number,
  look: () => Promise<Value | undefined | false> | Value | undefined | false,
  pollMs = 25,
): Promise<Value> {
  const deadline = Date.now() + milliseconds
  for (;;) {
    const value = await look()
    if (value !== undefined && value !== false) return value as Value
    if (Date.now() > deadline) throw new Error(`waited ${milliseconds} ms for ${what}`)
    await pause(pollMs)
  }
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

export async function within<Value>(
  what: string,
  milliseconds: number,
  promise: Promise<Value>,
): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`waited ${milliseconds} ms for ${what}`)),
      milliseconds,
    )
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
