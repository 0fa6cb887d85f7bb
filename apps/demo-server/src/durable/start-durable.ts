import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { restateRunHost } from '@toolprism/adapter-restate'
import type { Conversations } from '../chat/conversations.types'
import type { ChosenModel } from '../choose-model'
import { type Options, UsageError } from '../options'
import { engineAnswers, registerWorker } from './engine-admin'
import { createEngineConversations } from './engine-conversations'
import { engineLog, runEngine } from './engine-process'
import { fileEventStore } from './file-event-store'
import { findEngine } from './find-engine'
import { findNode } from './find-node'
import { folderBlobStore } from './folder-blob-store'
import { keptPorts, type Ports } from './kept-ports'
import { runWorkerProcess } from './worker-process'

export interface Durable {
  conversations: Conversations
  /** For the banner. */
  description: string
}

export interface StartDurable {
  options: Options
  model: ChosenModel
  environment: NodeJS.ProcessEnv
  /** Told when a process ends and another takes its place. */
  say(line: string): void
}

/**
 * Runs of the chat on a Restate engine: the one of the environment, or one started here; and a worker, a process of its own.
 * @throws UsageError that says what to install or set
 */
export async function startDurable(start: StartDurable): Promise<Durable> {
  const { options, model, environment, say } = start
  const folder = join(options.data, 'durable')
  const node = findNode(environment)
  const engine = await openEngine(start, folder)
  const eventStore = fileEventStore(join(folder, 'events'))
  const blobs = join(folder, 'blobs')
  // Demos with other folders, so other workers, may share an engine.
  const service = `demo-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`
  const { workspace, allowWrites, mcpConfig } = options
  const { endpoint } = model
  const port = engine.ports.worker
  try {
    const worker = await runWorkerProcess({
      ...{ node, eventStore, say },
      settings: {
        ...{ workspace, allowWrites, mcpConfig, service, port, blobs },
        ...(endpoint && { endpoint }),
      },
    })
    await registerWorker(engine.adminUrl, `http://127.0.0.1:${port}`).catch(async (error) => {
      await worker.stop()
      throw error
    })
    const host = restateRunHost({ ...engine, service, eventStore, blobs: folderBlobStore(blobs) })
    const conversations = createEngineConversations({ host, folder })
    return {
      conversations: {
        ...conversations,
        async close() {
          await worker.stop()
          await engine.stop()
        },
      },
      description: `Restate at ${engine.ingressUrl}; process ${worker.pid} plays them: kill -9 it in the middle of one`,
    }
  } catch (error) {
    await engine.stop()
    throw error
  }
}

interface Engine {
  ingressUrl: string
  adminUrl: string
  ports: Ports
  stop(): Promise<void>
}

async function openEngine({ environment, say }: StartDurable, folder: string): Promise<Engine> {
  const found = findEngine(environment)
  const ports = await keptPorts(folder)
  if ('ingressUrl' in found) {
    if (await engineAnswers(found, 5_000)) return { ...found, ports, stop: async () => {} }
    throw new UsageError(
      `No Restate server answers at ${found.ingressUrl} and ${found.adminUrl}: start it, or leave out RESTATE_INGRESS_URL and RESTATE_ADMIN_URL.`,
    )
  }
  const { ingressUrl, adminUrl, process } = runEngine(found.binary, { folder, ports, say })
  if (await engineAnswers({ ingressUrl, adminUrl }))
    return { ingressUrl, adminUrl, ports, stop: process.stop }
  await process.stop()
  throw new UsageError(`The Restate server ${found.binary} does not start:\n${engineLog(folder)}`)
}
