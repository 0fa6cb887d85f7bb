import { textResult } from '@toolprism/core'
import type { Message, ModelPart, ToolSpec } from '@toolprism/harness'
import { describe, expect, test } from 'vitest'
import { plannerModel } from '../../src/planner/planner-model'
import { allTools, heldOutPrompts, labelledPrompts } from './planner-cases'

const tools = allTools as ToolSpec[] // each of them has a description

/** Results of every shape, no line of them in any prompt: a file, a few lines, much text, nothing, a failure. */
const results = {
  lines: 'packages/mock/src/zebra.ts\n41: export const zebra = 97\n',
  short: 'Quokka 12.5 of 80\n',
  long: Array.from({ length: 120 }, (_, index) => `row ${index} limit ${index * 7} wombat`).join(
    '\n',
  ),
  fenced: '```\nfenced 31\n````\n',
  nothing: '',
  failed: 'There is no such axolotl: 404.',
}

async function say(messages: Message[]): Promise<ModelPart[]> {
  const parts: ModelPart[] = []
  const signal = new AbortController().signal
  const request = { messages, tools, signal, runId: 'r', step: 1, attempt: 1 }
  for await (const part of await plannerModel().stream(request)) parts.push(part)
  return parts
}

/** Plays a request to its end; every call answers `text`. */
async function play(prompt: string, text: string, failed: boolean) {
  const messages: Message[] = [{ role: 'user', content: prompt }]
  const inputs: unknown[] = []
  for (let turn = 0; turn < 8; turn++) {
    const parts = await say(messages)
    const call = parts.find((part) => part.type === 'tool-call')
    if (!call) {
      const answer = parts.map((part) => (part.type === 'text-delta' ? part.delta : '')).join('')
      return { answer, inputs }
    }
    const { toolName } = call
    const callId = `call-${turn}`
    const input = JSON.parse(call.input ?? '{}')
    inputs.push(input)
    const { content } = textResult(text)
    messages.push(
      { role: 'assistant', content: [{ type: 'tool-call', callId, toolName, input }] },
      {
        role: 'tool',
        content: [
          failed
            ? { type: 'tool-result', callId, toolName, state: 'error', content, isError: true }
            : { type: 'tool-result', callId, toolName, state: 'ok', content },
        ],
      },
    )
  }
  throw new Error(`no end: ${prompt}`)
}

// All the planner says of its own. None of these words states a fact.
const ownWords = new Set(
  `I ran then This is what found in it nothing did not work would run but don't know its and What should use by rules
  no tool that fits these words can Which one on Here drawn from tools answered`.split(/\s+/),
)
const names = new Set(
  tools.flatMap(({ name, inputSchema }) => [name, ...Object.keys(inputSchema['properties'] ?? {})]),
)

/** Words of an answer that neither the planner, the person, nor a result has said. */
function invented(answer: string, prompt: string, text: string): string[] {
  const known = `${prompt}\n${text}`
  let fence: string | undefined
  return answer.split('\n').flatMap((line) => {
    const mark = /^`{3,}$/.exec(line)?.[0]
    if (mark && (fence === undefined || mark === fence)) {
      fence = fence === undefined ? mark : undefined
      return []
    }
    if (fence !== undefined) return text.split('\n').includes(line) ? [] : [line]
    const words = line.match(/[\w./@*'-]*[\w/'*]/g) ?? []
    return words.filter((word) => !ownWords.has(word) && !names.has(word) && !known.includes(word))
  })
}

const prompts = [
  ...[...labelledPrompts, ...heldOutPrompts].map(([prompt]) => prompt),
  'find where the input budget is defined and show me its limits',
  'make a status report of this repository',
  'hello there',
  'read a file',
]

// Every prompt meets two shapes of results, and each shape a quarter of the prompts.
const some = prompts.filter((_, index) => index % 4 === 0)

describe.each(Object.entries(results))('with results of %s', (kind, text) => {
  test('no answer to a prompt has an invented word', async () => {
    const found: [string, string[]][] = []
    for (const prompt of kind === 'lines' || kind === 'failed' ? prompts : some) {
      const { answer } = await play(prompt, text, kind === 'failed')
      expect(answer, prompt).not.toBe('')
      const words = invented(answer, prompt, text)
      if (words.length > 0) found.push([prompt, words])
    }
    expect(found).toEqual([])
  })

  test('a report holds lines of results and nothing else', async () => {
    const { inputs } = await play(
      'make a status report of this repository',
      text,
      kind === 'failed',
    )
    const drawn = inputs.find((input) => Object.hasOwn(input as object, 'composition'))
    if (kind === 'failed') return expect(drawn).toBeUndefined()
    const { composition } = drawn as { composition: { body: { body: { items?: string[] }[] }[] } }
    const items = composition.body.flatMap(({ body }) => body.flatMap(({ items = [] }) => items))
    const lines = text.split('\n').map((line) => line.trim())
    expect(items.filter((item) => !lines.includes(item))).toEqual([])
    return undefined
  })
})

test('an invented word would be seen', () => {
  const answer = 'I ran grep. This is what I found:\n\n```\nrow 1\n```'
  expect(invented(answer, 'search', 'row 1')).toEqual([])
  expect(invented(answer, 'search', 'row 2')).toEqual(['row 1'])
  expect(invented('I ran grep. It found 7 zebras.', 'search', 'row 1')).toEqual([
    'It',
    '7',
    'zebras',
  ])
})
