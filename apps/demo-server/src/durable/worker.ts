import { serveAgent } from '@toolprism/adapter-restate'
import { openModel } from '../choose-model'
import { createDemoAgent } from '../demo-agent'
import { connectConfigured } from '../mcp-config'
import { createRegistry } from '../registry'
import { relayedEvents } from './event-relay'
import { folderBlobStore } from './folder-blob-store'
import type { WorkerSettings, WorkerWord } from './worker-settings'

/** The process that plays the chat's runs: the same agent on the same tools, served to the engine. */
export async function runWorker(settings: WorkerSettings): Promise<void> {
  // The demo is gone, so nobody is told what goes on here; the engine keeps the runs for the next worker.
  const leave = () => process.exit(0)
  process.once('disconnect', leave)
  const tell = (word: WorkerWord, told = () => {}) =>
    process.send?.(word, undefined, undefined, told)
  try {
    const { workspace, allowWrites, mcpConfig, endpoint, service, port, blobs } = settings
    const warn = (line: string) => process.stderr.write(`${line}\n`)
    const imported = mcpConfig ? await connectConfigured(mcpConfig, warn) : undefined
    const registry = createRegistry({
      ...{ workspace, allowWrites },
      imported: imported && { tools: [...imported.tools], resources: [], prompts: [] },
    })
    const served = await serveAgent(createDemoAgent(registry, openModel(endpoint)), {
      service,
      eventStore: relayedEvents(),
      blobs: folderBlobStore(blobs),
      onProblem: ({ message }) => warn(message),
      // Its lines tell of every attempt that was given up, which is what workers are killed for here.
      logger: () => {},
    })
    await served.listen({ port, hostname: '127.0.0.1' })
    tell({ ready: true })
  } catch (error) {
    process.off('disconnect', leave)
    // Connections to other servers may be open, so it does not end by itself.
    tell({ failed: (error as Error).message }, () => process.exit(1))
  }
}
