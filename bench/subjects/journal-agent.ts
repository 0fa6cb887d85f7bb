import { existsSync } from 'node:fs'
import { createAgent } from '@toolprism/harness'
import { scriptedModel } from '@toolprism/harness/testing'

export interface JournalAgentOptions {
  /** Turns of one model call and one tool call, neither of which takes time. */
  turns: number
  /** Characters a tool answers. */
  characters?: number
  /** The model waits for this file after the last turn. */
  gate?: string
  onLastTurn?(): void
}

/** Nothing but steps: what is timed is what a journal adds. Three of them a turn: model, check, tool. */
export function journalAgent({ turns, characters = 10, gate, onLastTurn }: JournalAgentOptions) {
  const answer = 'x'.repeat(characters)
  return createAgent({
    model: scriptedModel(async ({ step }) => {
      if (step <= turns) return { calls: [{ name: 'work', input: { step } }] }
      onLastTurn?.()
      while (gate && !existsSync(gate)) await new Promise((resolve) => setTimeout(resolve, 10))
      return 'Done.'
    }),
    tools: [
      {
        name: 'work',
        description: 'Works.',
        annotations: { readOnlyHint: true },
        inputSchema: { type: 'object' },
        execute: () => answer,
      },
    ],
    limits: { maxSteps: turns + 10, maxResultCharacters: characters + 100 },
  })
}
