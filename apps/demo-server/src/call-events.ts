import { callTool, type ToolDefinition, type ToolEvent } from '@toolprism/core'

interface CallOptions {
  callId: string
  signal: AbortSignal
  now?: () => number
}

/** Runs one tool and tells of it in events: started, progress, then completed or failed. */
export async function* callEvents(
  tool: ToolDefinition,
  input: unknown,
  { callId, signal, now = Date.now }: CallOptions,
): AsyncGenerator<ToolEvent> {
  const base = () => ({
    callId,
    toolName: tool.name,
    timestamp: now(),
    ...(tool.presentation && { presentation: tool.presentation }),
  })
  const start = now()
  const pending: ToolEvent[] = [{ ...base(), type: 'tool.started', input }]
  let wake = () => {}
  let done = false
  void callTool(tool, input, {
    callId,
    signal,
    onProgress: (update) => {
      pending.push({ ...base(), type: 'tool.progress', ...update })
      wake()
    },
  }).then((result) => {
    const end = { ...base(), result, duration: now() - start }
    pending.push(
      result.isError
        ? { ...end, type: 'tool.failed', failure: signal.aborted ? 'cancelled' : 'error' }
        : { ...end, type: 'tool.completed' },
    )
    done = true
    wake()
  })
  for (;;) {
    const event = pending.shift()
    if (event) yield event
    else if (done) return
    else await new Promise<void>((resolve) => (wake = resolve))
  }
}
