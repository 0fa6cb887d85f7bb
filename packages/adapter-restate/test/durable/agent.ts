import { appendFileSync, existsSync } from 'node:fs'
import { type AgentTool, createAgent } from '@toolprism/harness'
import { scriptedModel } from '@toolprism/harness/testing'

/** One line of the effects file: something a tool did to the world. */
export interface Effect {
  runId: string
  tool: string
  key: string
  nonce: string
  pid: number
}

export interface TestAgentOptions {
  effectsFile: string
  /** Milliseconds. */
  modelMs: number
  toolMs: number
  /** Turns with tool calls; the next answer is words. */
  turns: number
  /** Adds a tool the others do not have. */
  extraTool?: boolean
  redact?: boolean
}

const object = (properties: Record<string, object>) =>
  ({ type: 'object', properties, additionalProperties: true }) as const

/**
 * An agent whose model answers at random, so that a step that ran twice without need would show. The worst window:
 * a tool acts first, then works, then answers.
 */
export function createTestAgent(options: TestAgentOptions) {
  const { effectsFile, toolMs, modelMs, turns } = options
  const act = (runId: string, tool: string, key: string | undefined, nonce: string) => {
    const effect: Effect = { runId, tool, key: key ?? '', nonce, pid: process.pid }
    appendFileSync(effectsFile, `${JSON.stringify(effect)}\n`)
  }
  const hostOf = (host: unknown) => (host as { host: { runId: string } }).host
  const tools: AgentTool[] = [
    {
      name: 'note',
      description: 'Writes a line.',
      inputSchema: object({ nonce: { type: 'string' } }),
      annotations: { idempotentHint: true },
      async execute({ nonce }, context) {
        act(hostOf(context.host).runId, 'note', context.idempotencyKey, String(nonce))
        await sleep(toolMs, context.signal)
        return `noted ${nonce}`
      },
    },
    {
      name: 'pay',
      description: 'Pays once.',
      inputSchema: object({ nonce: { type: 'string' } }),
      async execute({ nonce }, context) {
        act(hostOf(context.host).runId, 'pay', context.idempotencyKey, String(nonce))
        await sleep(toolMs, context.signal)
        return `paid ${nonce}`
      },
    },
    {
      name: 'slow',
      description: 'Works until told otherwise.',
      inputSchema: object({ milliseconds: { type: 'number' } }),
      annotations: { idempotentHint: true },
      async execute({ milliseconds }, context) {
        const { runId } = hostOf(context.host)
        act(runId, 'slow', context.idempotencyKey, 'begun')
        context.signal.addEventListener('abort', () =>
          act(runId, 'slow', context.idempotencyKey, `aborted ${Date.now()}`),
        )
        await sleep(Number(milliseconds), context.signal)
        return 'slept'
      },
    },
    {
      name: 'large',
      description: 'Answers a lot.',
      inputSchema: object({ characters: { type: 'number' } }),
      annotations: { readOnlyHint: true },
      execute: ({ characters }) => 'x'.repeat(Number(characters)),
    },
  ]
  if (options.extraTool)
    tools.push({ name: 'extra', description: 'New.', inputSchema: object({}), execute: () => 'ok' })
  return createAgent({
    model: scriptedModel(
      async (request) => {
        const said = request.messages.find((message) => message.role === 'user')
        const text = typeof said?.content === 'string' ? said.content : ''
        await sleep(modelMs * (0.5 + Math.random()), request.signal)
        const [word = '', argument = ''] = text.split(' ')
        if (word === 'hold' && request.step === 1) await waitForFile(argument, request.signal)
        if (word === 'slow' && request.step === 1)
          return { calls: [{ name: 'slow', input: { milliseconds: Number(argument) } }] }
        if (word === 'large' && request.step === 1)
          return { calls: [{ name: 'large', input: { characters: Number(argument) } }] }
        if (word === 'secret' && request.step === 1)
          return {
            text: `I use ${argument}.`,
            calls: [{ name: 'note', input: { nonce: argument } }],
          }
        const many = ['slow', 'large', 'secret', 'hold', 'ask', 'pay'].includes(word) ? 1 : turns
        const ask = (word === 'ask' || word === 'pay') && request.step === 1
        if (ask || (word === 'approve' && request.step === 3))
          return { calls: [{ name: 'pay', input: { nonce: nonce() } }] }
        if (request.step > many || (many === 1 && word !== 'hold'))
          return { text: 'Done.', chunk: 1 }
        const count = 1 + Math.floor(Math.random() * 3)
        return {
          text: `Turn ${request.step}.`,
          chunk: 2,
          calls: Array.from({ length: count }, () => ({ name: 'note', input: { nonce: nonce() } })),
        }
      },
      { id: 'test/random' },
    ),
    tools,
    permissions: { default: 'allow', rules: [{ effect: 'ask', tool: 'pay' }] },
    limits: { maxResultCharacters: 100_000_000, maxSteps: 400 },
    ...(options.redact ? { redact: /sk-\w+/ } : {}),
  })
}

const nonce = () => Math.random().toString(36).slice(2)

async function waitForFile(path: string, signal: AbortSignal): Promise<void> {
  while (!existsSync(path) && !signal.aborted) await sleep(20, signal)
}

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
