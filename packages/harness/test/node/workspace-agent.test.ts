import { appendFileSync, existsSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Run, RunEvent } from '@toolprism/harness'
import {
  allowCommands,
  codingPhases,
  createAgent,
  createWorkspaceAgent,
  FILE_MUTATING_TOOLS,
  PHASE_TOOLS,
  READ_ONLY_TOOLS,
  SEARCH_FAMILY_TOOLS,
  TOOL_GROUPS,
  type ToolDefinition,
  type WorkspaceAgentOptions,
} from '@toolprism/harness/node'
import { checkTranscript, type ScriptedAnswer, scriptedModel } from '@toolprism/harness/testing'
import { describe, expect, test, vi } from 'vitest'
import { temporaryFolder } from './support'

const timeTool: ToolDefinition = {
  name: 'current_time',
  description: 'Return the current UTC time',
  inputSchema: { type: 'object', properties: {} },
  annotations: { readOnlyHint: true },
  execute: async () => ({ content: [{ type: 'text', text: 'now' }] }),
}

function agentOf(script: readonly ScriptedAnswer[], options: Partial<WorkspaceAgentOptions> = {}) {
  const workspacePath = options.workspacePath ?? temporaryFolder({ 'a.txt': 'one\n' })
  const model = scriptedModel(script)
  const agent = createWorkspaceAgent({ model, skills: [], ...options, workspacePath })
  return { agent, model, root: workspacePath }
}

const namesOf = (tools: WorkspaceAgentOptions['tools']) =>
  agentOf([], tools ? { tools } : {}).agent.tools.map(({ name }) => name)
const sorted = (...names: readonly string[]) => [...names].sort()
const core = TOOL_GROUPS.core.filter((name) => name !== 'context_manage')
const resultsOf = (transcript: readonly any[]) =>
  transcript.flatMap((message) => (message.role === 'tool' ? message.content : []))

describe('groups of tools', () => {
  test('names select, definitions add, each tool once', () => {
    expect(namesOf(undefined)).toEqual(sorted(...core))
    expect(namesOf([])).toEqual(sorted(...core))
    expect(namesOf(['search', 'git'])).toEqual(sorted(...TOOL_GROUPS.search, ...TOOL_GROUPS.git))
    expect(namesOf(['core', 'search'])).toEqual(sorted(...core))
    expect(namesOf([timeTool])).toEqual(sorted(...core, 'current_time'))
    expect(namesOf(['search', timeTool])).toEqual(sorted(...TOOL_GROUPS.search, 'current_time'))
    expect(namesOf(['mcp', 'skills'])).toEqual([])
    expect(namesOf(['read_file', 'glob'])).toEqual(['glob', 'read_file'])
  })

  test('an unknown name and a name taken twice are refused', () => {
    expect(() => namesOf(['serach'])).toThrow(/no tool group "serach"/)
    expect(() => namesOf([{ ...timeTool, name: 'grep' }])).toThrow(/Two tools are called "grep"/)
    expect(() => createWorkspaceAgent({} as WorkspaceAgentOptions)).toThrow(/workspacePath/)
  })

  test('the lists of names are those of the tools', () => {
    const { agent } = agentOf([], { contexts: [{ id: 'a', title: 'A', body: 'b' }] })
    expect(agent.tools.map(({ name }) => name)).toEqual(sorted(...TOOL_GROUPS.core))
    for (const tool of agent.tools) {
      const readOnly = tool.annotations?.readOnlyHint === true
      expect(READ_ONLY_TOOLS.includes(tool.name), tool.name).toBe(readOnly)
      expect(tool.description.length, tool.name).toBeGreaterThan(20)
      expect(tool.presentation).toMatchObject({
        label: expect.any(String),
        icon: expect.any(String),
      })
      expect(TOOL_GROUPS[tool.presentation?.group as 'git'], tool.name).toContain(tool.name)
      for (const list of [
        FILE_MUTATING_TOOLS,
        SEARCH_FAMILY_TOOLS,
        Object.values(PHASE_TOOLS).flat(),
      ])
        expect(
          list.every(
            (name) =>
              name.includes('*') ||
              TOOL_GROUPS.core.includes(name) ||
              TOOL_GROUPS.skills.includes(name),
          ),
        ).toBe(true)
    }
    expect(Object.isFrozen(TOOL_GROUPS.core)).toBe(true)
    expect(createAgent).toBe(createWorkspaceAgent)
  })

  test('what the model reads of all tools stays small', () => {
    const { agent } = agentOf([])
    const specs = agent.tools.map(({ name, description, inputSchema }) => ({
      name,
      description,
      inputSchema,
    }))
    expect(JSON.stringify(specs).length).toBeLessThan(15_000)
  })
})

describe('a run in a workspace', () => {
  test('reads freely, asks before it writes, and the write lands', async () => {
    const { agent, root } = agentOf([
      { calls: [{ name: 'read_file', input: { path: 'a.txt' } }] },
      {
        calls: [
          { name: 'edit_file', input: { path: 'a.txt', oldString: 'one', newString: 'two' } },
        ],
      },
      'done',
    ])
    const run = agent.run('change it')
    expect((await run.result).status).toBe('paused')
    expect(run.pending.map(({ toolName, destructive }) => [toolName, destructive])).toEqual([
      ['edit_file', true],
    ])
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('one\n')
    run.resolve(run.pending[0]?.id ?? '', { allow: true })
    const result = await run.finished
    expect(result).toMatchObject({ status: 'completed', text: 'done' })
    expect(checkTranscript(result.transcript)).toEqual([])
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('two\n')
  })

  test('rules let simple commands run; anything else asks', async () => {
    const { agent } = agentOf(
      [
        { calls: [{ name: 'run_command', input: { command: 'echo hello' } }] },
        { calls: [{ name: 'run_command', input: { command: 'echo hello; rm -rf x' } }] },
        'done',
      ],
      { permissions: { rules: allowCommands(['echo *']), onAsk: 'deny' } },
    )
    const { transcript } = await agent.run('go').finished
    const [first, second] = resultsOf(transcript)
    expect(first.content[0].text).toMatch(/^hello\n\[exit code 0/)
    expect(second.state).toBe('denied')
  })

  test('two edits of one file in one turn both land, in order', async () => {
    const edit = (oldString: string, newString: string) => ({
      name: 'edit_file',
      input: { path: 'a.txt', oldString, newString },
    })
    const { agent, root } = agentOf(
      [
        { calls: [{ name: 'read_file', input: { path: 'a.txt' } }] },
        { calls: [edit('one', 'two'), edit('two', 'three')] },
        'done',
      ],
      { autoApprove: true },
    )
    await agent.run('go').finished
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('three\n')
  })

  test('live output of a command is events', async () => {
    const { agent } = agentOf(
      [{ calls: [{ name: 'run_command', input: { command: 'echo live' } }] }, 'done'],
      { autoApprove: true },
    )
    const run = agent.run('go')
    const seen: RunEvent[] = []
    run.subscribe((event) => seen.push(event))
    await run.finished
    expect(seen.filter(({ type }) => type === 'tool.output')).toMatchObject([
      { delta: 'live\n', toolName: 'run_command' },
    ])
  })

  test('background jobs end with the run', async () => {
    const { agent, root } = agentOf(
      [
        {
          calls: [
            {
              name: 'run_command',
              input: { command: 'echo $$ > pid; exec sleep 1000', background: true },
            },
          ],
        },
        'done',
      ],
      { autoApprove: true },
    )
    await agent.run('go').finished
    const pid = Number(readFileSync(join(root, 'pid'), 'utf8'))
    await vi.waitFor(() => expect(existsSync(`/proc/${pid}`)).toBe(false), 5000)
  })

  test('finish_task ends the run with its summary, and no model call more', async () => {
    const { agent, model } = agentOf([
      {
        calls: [
          { name: 'finish_task', input: { summary: 'all done' } },
          { name: 'glob', input: { pattern: '*' } },
        ],
      },
      'not asked for',
    ])
    const { status, text, transcript } = await agent.run('go').finished
    expect({ status, text }).toEqual({ status: 'completed', text: 'all done' })
    expect(model.requests).toHaveLength(1)
    expect(resultsOf(transcript).map(({ state }) => state)).toEqual(['ok', 'ok'])
    expect(checkTranscript(transcript)).toEqual([])
  })

  test('a finish_task that is refused ends nothing', async () => {
    const { agent, model } = agentOf([{ calls: [{ name: 'finish_task', input: {} }] }, 'bye'])
    expect(await agent.run('go').finished).toMatchObject({ status: 'completed', text: 'bye' })
    expect(model.requests).toHaveLength(2)
  })

  test('ask_user pauses the run for an answer', async () => {
    const { agent } = agentOf([
      { calls: [{ name: 'ask_user', input: { question: 'Port?' } }] },
      'done',
    ])
    const run = agent.run('go')
    expect((await run.result).status).toBe('paused')
    const [question] = run.pending
    expect(question).toMatchObject({ kind: 'question', toolName: 'ask_user' })
    run.resolve(question?.id ?? '', { answer: { action: 'accept', content: { answer: '8080' } } })
    const { transcript } = await run.finished
    expect(resultsOf(transcript)[0].content[0].text).toBe('8080')
  })

  test('scenario 36: a result too long is kept in a file the model can read', async () => {
    const { agent, root } = agentOf(
      [
        {
          calls: [
            {
              name: 'run_command',
              input: { command: 'i=0; while [ $i -lt 9000 ]; do echo "line $i"; i=$((i+1)); done' },
              id: 'x/../../y',
            },
          ],
        },
        'done',
      ],
      { autoApprove: true, redact: /line 42\b/, limits: { maxResultCharacters: 2000 } },
    )
    const { transcript } = await agent.run('go', { runId: '../evil/run' }).finished
    const blocks: { text: string }[] = resultsOf(transcript)[0].content
    const text = blocks.map((block) => block.text).join('\n')
    expect(text.length).toBeLessThan(3500)
    const path = /\.toolprism\/runs\/\S+\.txt/.exec(text)?.[0] ?? ''
    const kept = readFileSync(join(root, path), 'utf8')
    expect(kept).toContain('line 41')
    expect(kept).not.toMatch(/line 42\n/)
    expect(readFileSync(join(root, '.toolprism/.gitignore'), 'utf8')).toBe('*\n')
    expect(existsSync(join(root, '../evil'))).toBe(false)
  })

  test('a link in place of the folder for long results is refused, and the run goes on', async () => {
    const base = temporaryFolder({ 'outside/x': '', 'ws/a.txt': 'x' })
    symlinkSync('../outside', join(base, 'ws/.toolprism'))
    const { agent } = agentOf(
      [{ calls: [{ name: 'run_command', input: { command: 'yes | head -c 30000' } }] }, 'done'],
      {
        workspacePath: join(base, 'ws'),
        autoApprove: true,
        limits: { maxResultCharacters: 2000 },
      },
    )
    expect((await agent.run('go').finished).status).toBe('completed')
    expect(existsSync(join(base, 'outside/runs'))).toBe(false)
  })
})

describe('coding phases', () => {
  test('follow the tools, and with enforce nothing is written before a plan', async () => {
    const write = { name: 'write_file', input: { path: 'b.txt', content: 'x' } }
    const todos = [{ content: 'write', status: 'in_progress' }]
    const { agent, root } = agentOf(
      [
        { calls: [{ name: 'read_file', input: { path: 'a.txt' } }] },
        { calls: [write] },
        { calls: [{ name: 'todo_write', input: { todos } }] },
        { calls: [write] },
        { calls: [{ name: 'run_test', input: { command: 'true' } }] },
        { calls: [{ name: 'finish_task', input: { summary: 's' } }] },
        'done',
      ],
      { autoApprove: true, phases: codingPhases({ enforce: true }) },
    )
    const run = agent.run('go')
    const seen: string[] = []
    run.subscribe((event) => {
      if (event.type === 'phase.changed') seen.push(event.to)
    })
    const { transcript } = await run.finished
    expect(seen).toEqual(['explore', 'plan', 'edit', 'verify', 'complete'])
    expect(resultsOf(transcript).map(({ state }) => state)).toEqual([
      'ok',
      expect.not.stringMatching(/^ok$/),
      'ok',
      'ok',
      'ok',
      'ok',
    ])
    expect(existsSync(join(root, 'b.txt'))).toBe(true)
  })

  test('a failed test leads to recovery', () => {
    const { next } = codingPhases()
    const call = (toolName: string, state = 'ok') => ({ toolName, state, annotations: {} })
    expect(next('edit', call('run_test', 'error'))).toBe('recover')
    expect(next('recover', call('edit_file'))).toBe('edit')
    expect(next('explore', call('run_command'))).toBe('explore')
  })
})

describe('sessions on disk', () => {
  const follow = async (started: { run: Run; recorded: Promise<unknown> }) => {
    await started.recorded
    return started.run.finished
  }

  test('go on in a new process with everything said before', async () => {
    const sessions = temporaryFolder()
    const first = agentOf(
      [{ calls: [{ name: 'glob', input: { pattern: '*' } }] }, 'first answer'],
      { sessions },
    )
    const one = await follow(first.agent.runSession('s-1', 'first question'))
    const second = agentOf(['second answer'], { sessions })
    const two = await follow(second.agent.runSession('s-1', 'second question'))
    expect(two.transcript.slice(0, one.transcript.length)).toEqual(one.transcript)
    expect(second.model.requests[0]?.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
      'user',
    ])
    const third = agentOf([], { sessions }).agent
    expect(() => third.resumeSession('s-1')).toThrow(/waits for nobody/)
  })

  test('wait for a person across processes; the tool runs once', async () => {
    const sessions = temporaryFolder()
    const root = temporaryFolder()
    const write = { name: 'write_file', input: { path: 'new.txt', content: 'x' } }
    const options = { sessions, workspacePath: root }
    const first = agentOf([{ calls: [write] }], options)
    const started = first.agent.runSession('s', 'write it', { parkAfterMs: 0 })
    await started.recorded
    const second = agentOf(['written'], options)
    expect(() => second.agent.runSession('s', 'more')).toThrow(/waits for a person: write_file/)
    const [line] = readFileSync(join(sessions, 's.jsonl'), 'utf8')
      .split('\n')
      .filter((item) => item.includes('"paused"'))
      .slice(-1)
    const [question] = JSON.parse(line ?? '').snapshot.pending
    const resumed = second.agent.resumeSession('s', { [question.id]: { allow: true } })
    const result = await follow(resumed)
    expect(result).toMatchObject({ status: 'completed', text: 'written' })
    expect(readFileSync(join(root, 'new.txt'), 'utf8')).toBe('x')
    const third = agentOf(['again'], options)
    const last = await follow(third.agent.runSession('s', 'and now?'))
    expect(checkTranscript(last.transcript)).toEqual([])
    expect(last.transcript.slice(0, result.transcript.length)).toEqual(result.transcript)
  })

  test('a crash in the middle loses no whole turn and breaks no file', async () => {
    const sessions = temporaryFolder()
    const glob = { calls: [{ name: 'glob', input: { pattern: '*' } }] }
    const hanging = agentOf([glob, { hangs: 'forever' }], { sessions })
    const { run } = hanging.agent.runSession('s', 'go')
    await vi.waitFor(() =>
      expect(readFileSync(join(sessions, 's.jsonl'), 'utf8')).toContain('"tool-result"'),
    )
    // The process ends here, in the middle of a line.
    appendFileSync(join(sessions, 's.jsonl'), '{"type":"messages","runId":"x","mess')
    const next = agentOf(['fine'], { sessions })
    const result = await follow(next.agent.runSession('s', 'go on'))
    expect(result.transcript.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'user',
      'assistant',
    ])
    expect(checkTranscript(result.transcript)).toEqual([])
    run.abort()
  })

  test('ids are names of files, and a broken or foreign file is told', async () => {
    const sessions = temporaryFolder({
      'bad.jsonl': '{}\n{}\n',
      'broken.jsonl': '{"type":"session","version":1}\nx\n{}\n',
    })
    const { agent } = agentOf([], { sessions })
    for (const id of ['', '../x', 'a/b', '.hidden', 'a\0', 'x'.repeat(200)])
      expect(() => agent.runSession(id, 'go'), id).toThrow(
        expect.objectContaining({ code: 'SESSION_ID' }),
      )
    for (const id of ['bad', 'broken'])
      expect(() => agent.runSession(id, 'go')).toThrow(
        expect.objectContaining({ code: 'FILE_BROKEN' }),
      )
    expect(() => agentOf([]).agent.runSession('s', 'go')).toThrow(/keeps no sessions/)
  })
})
