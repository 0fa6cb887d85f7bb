import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AppOptions, createApp } from '../src/app'
import { createConversations } from '../src/chat/conversations'
import { createDemoAgent } from '../src/demo-agent'
import { createMcp } from '../src/mcp'
import { plannerModel } from '../src/planner/planner-model'
import { createRegistry } from '../src/registry'

export type TestAppOptions = Partial<AppOptions> & {
  workspace: string
  /** Keeps conversations; a new folder when absent. */
  data?: string
}

/** The app as the command line puts it together, with the planner, on a registry of the workspace. */
export function createTestApp(options: TestAppOptions) {
  const { workspace, data = mkdtempSync(join(tmpdir(), 'toolprism-data-')) } = options
  const registry = options.registry ?? createRegistry({ workspace })
  const model = options.model ?? { model: plannerModel(), badge: 'Rule-based planner' }
  const agent = createDemoAgent(registry, model.model)
  const conversations = createConversations({ agent, folder: data })
  const app = createApp({
    conversations,
    mcp: createMcp(registry),
    webRoot: join(data, 'no-page'),
    stdio: { command: 'node', args: ['cli.js', '--stdio'] },
    ...options,
    registry,
    model,
  })
  return { app, registry, conversations, data }
}
