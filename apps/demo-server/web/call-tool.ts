import type { ToolEvent } from '@toolprism/core'

/** Calls a tool on the server and hands over each event as its line arrives. Throws what the server refused. */
export async function callTool(
  name: string,
  input: unknown,
  onEvent: (event: ToolEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const response = await fetch(`api/tools/${encodeURIComponent(name)}/call`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(input),
    signal,
  })
  if (!response.ok || !response.body) {
    const refusal = await response.json().catch(() => ({}))
    throw new Error(refusal.error ?? `The server answered ${response.status}.`)
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) onEvent(JSON.parse(line))
  }
}
