import { StringDecoder } from 'node:string_decoder'
import type { ToolContext, ToolResult } from '@toolprism/core'
import { errorResult } from '@toolprism/core'
import type { AgentTool, ToolHost } from '../../agent-types'
import { openDirectory } from '../workspace/open-confined'
import { runOf } from '../workspace/read-marks'
import { resolvePath } from '../workspace/resolve-path'
import { notFound } from '../workspace/suggest-names'
import type { Workspace } from '../workspace/workspace'
import { workspaceError } from '../workspace/workspace-error'
import { answer, workspaceTool } from '../workspace/workspace-tool'
import type { Jobs } from './jobs'
import { type ProcessOutcome, type RunningProcess, startProcess } from './run-process'
import { type EnvironmentOption, shellEnvironment } from './shell-environment'

export interface TerminalOptions {
  /**
   * What commands see of the host's environment: the usual variables without those of services and keys, a
   * record to add to them, or `inherit` for everything.
   */
  environment?: EnvironmentOption
}

export interface Terminal extends TerminalOptions {
  workspace: Workspace
  jobs: Jobs
}

const annotations = { readOnlyHint: false, destructiveHint: true, openWorldHint: true }
const command = {
  type: 'string',
  minLength: 1,
  maxLength: 100_000,
  description: 'What /bin/sh -c runs.',
} as const
const workdir = {
  type: 'string',
  description: 'Folder to run it in, relative to the workspace.',
  default: '.',
} as const

/** `run_command`: a shell command with a time limit, or a job in the background. */
export function runCommandTool(terminal: Terminal): AgentTool {
  return workspaceTool({
    name: 'run_command',
    title: 'Run command',
    description:
      'Runs a shell command in the workspace and returns its output, the beginning and the end when it is long, and its exit code. Nothing can be typed into it: use options that answer questions. Whatever it leaves running is stopped, unless background is true: then it goes on until the run ends and background_jobs shows its output.',
    inputSchema: {
      type: 'object',
      properties: {
        command,
        workdir,
        timeout: {
          type: 'integer',
          minimum: 1000,
          maximum: 600_000,
          description: 'Milliseconds until it is stopped.',
          default: 180_000,
        },
        background: {
          type: 'boolean',
          description: 'Do not wait for it: for servers and watchers.',
          default: false,
        },
        env: {
          type: 'object',
          additionalProperties: { type: 'string' },
          maxProperties: 50,
          description: 'Environment variables to add.',
        },
      },
      required: ['command'],
      additionalProperties: false,
    },
    annotations,
    presentation: { label: 'Run command', icon: 'terminal', group: 'terminal' },
    inputExamples: [{ command: 'npm test' }],
    timeoutMs: 610_000,
    execute: (input, context) => runCommand(terminal, input, context, 180_000),
  })
}

/** `run_test`: a command whose exit code says whether tests passed. */
export function runTestTool(terminal: Terminal): AgentTool {
  return workspaceTool({
    name: 'run_test',
    title: 'Run tests',
    description:
      'Runs a test command in the workspace, says whether it passed, and returns its output, the beginning and the end when it is long.',
    inputSchema: {
      type: 'object',
      properties: {
        command,
        workdir,
        timeout: {
          type: 'integer',
          minimum: 1000,
          maximum: 300_000,
          description: 'Milliseconds until it is stopped.',
          default: 300_000,
        },
      },
      required: ['command'],
      additionalProperties: false,
    },
    annotations,
    presentation: { label: 'Run tests', icon: 'flask-conical', group: 'terminal' },
    inputExamples: [{ command: 'npm test -- parser' }],
    timeoutMs: 310_000,
    async execute(input, context) {
      const result = await runCommand(terminal, input, context, 300_000)
      const [block] = result.content
      const facts = result.meta?.['toolprism/workspace'] as { exitCode?: number } | undefined
      if (result.isError || block?.type !== 'text' || facts?.exitCode === undefined) return result
      const verdict = facts.exitCode === 0 ? 'Passed.' : 'Failed.'
      return { ...result, content: [{ ...block, text: `${verdict}\n${block.text}` }] }
    },
  })
}

interface CommandInput {
  command: string
  workdir?: string
  timeout?: number
  background?: boolean
  env?: unknown
}

async function runCommand(
  terminal: Terminal,
  input: CommandInput,
  context: ToolContext,
  defaultTimeout: number,
): Promise<ToolResult> {
  const { workspace } = terminal
  if (input.command.includes('\0')) throw workspaceError('BAD_INPUT', 'The command holds a NUL.')
  const folder = await resolvePath(workspace, input.workdir ?? '.')
  if (!folder.exists) throw await notFound(workspace, folder)
  await (await openDirectory(workspace, folder)).close()
  context.signal.throwIfAborted()
  const timeoutMs = input.timeout ?? defaultTimeout
  const process = startProcess({
    ...shellOf(input.command),
    cwd: folder.absolute,
    env: shellEnvironment(terminal.environment, input.env as Record<string, string> | undefined),
    ...(input.background
      ? {}
      : { timeoutMs, signal: context.signal, onOutput: liveOutput(context) }),
  })
  if (input.background) return startJob(terminal, input.command, process, context)
  return showOutcome(await process.outcome, timeoutMs)
}

function shellOf(text: string): { file: string; args: string[] } {
  if (process.platform !== 'win32') return { file: '/bin/sh', args: ['-c', text] }
  return { file: process.env['ComSpec'] ?? 'cmd.exe', args: ['/d', '/s', '/c', text] }
}

async function startJob(
  terminal: Terminal,
  text: string,
  process: RunningProcess,
  context: ToolContext,
): Promise<ToolResult> {
  const job = terminal.jobs.add(text, runOf(context), process)
  // What fails at once is told at once.
  const early = await Promise.race([
    process.outcome,
    new Promise<undefined>((resolve) => {
      setTimeout(() => resolve(undefined), 300)
    }),
  ])
  if (early) return showOutcome(early, 0)
  return answer(
    `Started in the background as ${job.id}. Read its output or stop it with background_jobs; it is stopped when the run ends.`,
    { job: job.id, pid: process.pid },
  )
}

/** Passes output on as it comes, up to a limit: the rest is only counted. */
function liveOutput(context: ToolContext): (chunk: Buffer) => void {
  const host = context.host as Partial<ToolHost> | undefined
  if (typeof host?.output !== 'function') return () => {}
  const decoder = new StringDecoder('utf8')
  let room = 256_000
  return (chunk) => {
    if (room <= 0) return
    const text = decoder.write(chunk.subarray(0, room))
    room -= chunk.length
    if (text !== '') host.output?.(text)
    if (room <= 0) host.output?.('\n[more output is not shown live]\n')
  }
}

/** A failed command is an answer like any other; only one that was stopped or never ran is an error. */
export function showOutcome(outcome: ProcessOutcome, timeoutMs: number): ToolResult {
  const { output, leftovers, ...facts } = outcome
  const seconds = `${(outcome.durationMs / 1000).toFixed(1)} s`
  const lines = [
    output.trimEnd() || '(no output)',
    ...(leftovers > 0
      ? ['[what it left running was stopped; set background to true to keep a process]']
      : []),
    `[${endText(outcome, timeoutMs)}, ${seconds}]`,
  ]
  const text = lines.join('\n')
  const meta = { 'toolprism/workspace': { ...facts, leftovers } }
  if (outcome.ended === 'failed')
    return errorResult(`The command could not be started: ${outcome.reason}.`, {
      code: 'COMMAND_FAILED',
      meta,
    })
  if (outcome.ended === 'timeout') return errorResult(text, { code: 'TIMEOUT', meta })
  if (outcome.ended === 'abort') return errorResult(text, { code: 'CANCELLED', meta })
  return answer(text, meta['toolprism/workspace'])
}

function endText(outcome: ProcessOutcome, timeoutMs: number): string {
  switch (outcome.ended) {
    case 'exit':
      return `exit code ${outcome.exitCode}`
    case 'timeout':
      return `stopped after its timeout of ${timeoutMs} ms`
    case 'abort':
      return 'stopped by the person or the run'
    default:
      return `ended by ${outcome.signalName}`
  }
}
