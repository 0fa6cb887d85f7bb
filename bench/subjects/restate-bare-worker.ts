import { existsSync } from 'node:fs'
import { createEndpointHandler, type WorkflowContext, workflow } from '@restatedev/restate-sdk'
import { serveWorker, tellLastStep, workerOptions } from './worker-server'

const { turns, characters = 10, gate } = workerOptions
const answer = 'x'.repeat(characters)
const timeout = 15 * 60_000

// The floor: as many steps as the agent's run, with outputs of the same size, and no loop around them.
const bare = workflow({
  name: 'bare',
  handlers: {
    run: async (context: WorkflowContext) => {
      await context.run('0.start', () => ({ fingerprint: 'of the tools' }))
      for (let turn = 1; turn <= turns; turn++) {
        await context.run(`${turn}.model`, () => ({ parts: [{ type: 'tool-call', text: '{}' }] }))
        await context.run(`${turn}.check`, () => [{ index: 0, decision: 'allow' }])
        await context.run(`${turn}.tool.0`, () => ({ content: [{ type: 'text', text: answer }] }))
      }
      await context.run('last', async () => {
        tellLastStep()
        while (gate && !existsSync(gate)) await new Promise((resolve) => setTimeout(resolve, 10))
        return 'Done.'
      })
    },
  },
  options: { inactivityTimeout: timeout, abortTimeout: timeout },
})
serveWorker(createEndpointHandler({ services: [bare], logger: () => {} }))
