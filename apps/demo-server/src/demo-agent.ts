import { type Agent, createAgent, type Model } from '@toolprism/harness'
import type { Registry } from './registry'

const instructions = `You help a person work with the files of one workspace through tools.
Look before you answer, answer only from what tools told you, and say so when they told you nothing.
For a report, read the composition guide first, then render it as png.`

/** The agent behind the chat: read-only tools run, all others ask the person. */
export function createDemoAgent({ tools }: Pick<Registry, 'tools'>, model: Model): Agent {
  return createAgent({ model, instructions, tools, limits: { maxSteps: 20 } })
}
