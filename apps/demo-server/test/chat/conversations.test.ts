import { appendFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineTool } from '@toolprism/core'
import { createAgent, type RunEvent } from '@toolprism/harness'
import { type ScriptedAnswer, scriptedModel } from '@toolprism/harness/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { createConversations } from '../../src/chat/conversations'
import type { Conversations, ReadableRun } from '../../src/chat/conversations.types'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolprism-conversations-'))
})

const note = defineTool({
  name: 'note',
  description: 'Writes a note.',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
  execute: ({ text }) => `Noted: ${text}`,
})
const callNote = { calls: [{ name: 'note', input: { text: 'milk' } }] }

/** Conversations of a process of their own: nothing is shared but the folder. */
function open(...answers: ScriptedAnswer[]) {
  const model = scriptedModel(answers)
  const agent = createAgent({ model, tools: [note] })
  return { model, conversations: createConversations({ agent, folder }) }
}

const request = (number: number, message = 'hello') => ({
  message,
  runId: `run-number-${number}`,
  conversationId: 'conversation-1',
})

async function start(
  conversations: Conversations,
  number = 1,
  message?: string,
): Promise<ReadableRun> {
  const run = await conversations.start(request(number, message))
  if ('refusal' in run) throw new Error(run.refusal)
  return run
}

async function read(run: ReadableRun | undefined, from = 0, until = 'run.ended') {
  const events: RunEvent[] = []
  const signal = new AbortController().signal
  for await (const event of run?.events({ from, signal }) ?? []) {
    events.push(event as RunEvent)
    if (event.type === until) break
  }
  return events
}

const types = (events: RunEvent[]) => events.map(({ type }) => type)
const file = () => join(folder, 'conversations/conversation-1.jsonl')

describe('a conversation', () => {
  test('goes on in another process with what was said before', async () => {
    const first = open('Good day.')
    await read(await start(first.conversations, 1, 'good morning'))
    await first.conversations.close()
    const second = open('As I said.')
    await read(await start(second.conversations, 2, 'what did you say?'))
    const said = second.model.requests[0]?.messages.map(({ content }) => JSON.stringify(content))
    expect(said?.join()).toMatch(/good morning.*Good day\..*what did you say/)
  })

  test('survives a last line that was cut short', async () => {
    const first = open('Good day.')
    await read(await start(first.conversations, 1, 'good morning'))
    await first.conversations.close()
    appendFileSync(file(), '{"type":"messages","runId":"run-nu')
    const second = open('As I said.')
    await read(await start(second.conversations, 2))
    expect(JSON.stringify(second.model.requests[0]?.messages)).toContain('Good day.')
  })

  test('has one run at a time', async () => {
    const { conversations } = open({ hangs: 'until-abort' })
    await start(conversations, 1)
    expect(await conversations.start(request(2))).toEqual({
      refusal: 'This conversation has a run that is not over: answer it or stop it.',
    })
    await conversations.close()
  })
})

describe('a run of an earlier process', () => {
  test('is read again, said in one piece', async () => {
    const first = open(callNote, { text: 'Done and dusted.', chunk: 3 })
    const run = await start(first.conversations)
    const question = (await read(run, 0, 'permission.required')).at(-1)
    run.resolve(question?.type === 'permission.required' ? question.permissionId : '', {
      allow: true,
    })
    const live = await read(run)
    await first.conversations.close()
    const again = await read(await open('').conversations.find('run-number-1'))
    expect(again).toEqual(live.filter(({ type }) => !/^(text\.delta|tool\.input)$/.test(type)))
    expect(types(again)).toContain('text.completed')
  })

  test('is read from where the reader was', async () => {
    const first = open('Good day.')
    const live = await read(await start(first.conversations))
    await first.conversations.close()
    const last = live.at(-1)?.sequence ?? 0
    expect(types(await read(await open('').conversations.find('run-number-1'), last))).toEqual([
      'run.ended',
    ])
  })

  test('that was cut short is said to be', async () => {
    const first = open({ hangs: 'until-abort' })
    await read(await start(first.conversations), 0, 'step.started')
    const events = await read(await open('').conversations.find('run-number-1'))
    expect(events.at(-1)).toMatchObject({
      type: 'run.ended',
      status: 'failed',
      error: { code: 'INTERRUPTED' },
    })
    await first.conversations.close()
  })

  test('whose last line was cut short is read up to there', async () => {
    const first = open('Good day.')
    await read(await start(first.conversations))
    await first.conversations.close()
    const text = readFileSync(file(), 'utf8')
    writeFileSync(file(), text.slice(0, text.indexOf('"run.ended"')))
    const events = await read(await open('').conversations.find('run-number-1'))
    expect(events.at(-1)).toMatchObject({ type: 'run.ended', error: { code: 'INTERRUPTED' } })
    expect(types(events)).toContain('text.completed')
  })

  test('that waits for a person is answered in this one', async () => {
    const first = open(callNote)
    const asked = await read(await start(first.conversations), 0, 'run.paused')
    const second = open('Done.')
    const run = second.conversations.find('run-number-1')
    const question = asked.find(({ type }) => type === 'permission.required')
    const id = question?.type === 'permission.required' ? question.permissionId : ''
    expect(run?.resolve(id, { allow: true })).toBe('accepted')
    const events = await read(run)
    expect(types(events)).toContain('tool.completed')
    expect(events.at(-1)).toMatchObject({ type: 'run.ended', status: 'completed', text: 'Done.' })
    expect(new Set(events.map(({ sequence }) => sequence)).size).toBe(events.length)
  })

  test('goes on waiting after a clean stop', async () => {
    const first = open(callNote)
    await read(await start(first.conversations), 0, 'run.paused')
    await first.conversations.close()
    const run = open('Done.').conversations.find('run-number-1')
    const asked = (await read(run, 0, 'run.paused')).find(
      ({ type }) => type === 'permission.required',
    )
    const id = asked?.type === 'permission.required' ? asked.permissionId : ''
    expect(run?.resolve(id, { allow: false })).toBe('accepted')
    expect((await read(run)).at(-1)).toMatchObject({ type: 'run.ended', status: 'completed' })
  })

  test('keeps its number to itself', async () => {
    const first = open('Good day.')
    await read(await start(first.conversations))
    await first.conversations.close()
    expect(await open('').conversations.start(request(1))).toEqual({
      refusal: 'Run run-number-1 was started before.',
    })
  })
})

test('a number nobody has given is no run', () => {
  expect(open('').conversations.find('run-number-1')).toBeUndefined()
})
