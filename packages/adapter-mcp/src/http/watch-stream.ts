/** The same stream, telling once when it has ended, failed or was given up. */
export function watchStream(
  stream: ReadableStream<Uint8Array>,
  onEnd: () => void,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader()
  let told = false
  const tell = () => {
    if (!told) onEnd()
    told = true
  }
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          if (!done) return controller.enqueue(value)
          tell()
          controller.close()
        } catch (error) {
          tell()
          controller.error(error)
        }
      },
      async cancel(reason) {
        tell()
        await reader.cancel(reason).catch(() => {})
      },
    },
    { highWaterMark: 0 },
  )
}
