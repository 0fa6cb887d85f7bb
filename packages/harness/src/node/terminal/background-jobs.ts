import type { AgentTool } from '../../agent-types'
import { runOf } from '../workspace/read-marks'
import { workspaceError } from '../workspace/workspace-error'
import { answer, workspaceTool } from '../workspace/workspace-tool'
import { showOutcome, type Terminal } from './run-command'

/** `background_jobs`: what commands started in the background do, and their end. */
export function backgroundJobsTool({ jobs }: Terminal): AgentTool {
  return workspaceTool({
    name: 'background_jobs',
    title: 'Background jobs',
    description:
      'Lists commands started in the background by this run, reads the output of one so far, or stops one.',
    inputSchema: {
      type: 'object',
      properties: {
        action: { enum: ['list', 'read', 'stop'], description: 'What to do.' },
        job: { type: 'string', description: 'The job, for read and stop.' },
      },
      required: ['action'],
      additionalProperties: false,
    },
    // Stops only what the run itself has started.
    annotations: { readOnlyHint: true },
    presentation: { label: 'Background jobs', icon: 'list', group: 'terminal' },
    inputExamples: [{ action: 'read', job: 'job-1a2b3c' }],
    hints: { resources: () => [], repeats: true },
    async execute({ action, job: id }, context) {
      const run = runOf(context)
      if (action === 'list') {
        const lines = jobs.list(run).map((job) => `${job.id}  ${job.state()}  ${job.command}`)
        return answer(lines.join('\n') || 'No background jobs.')
      }
      if (id === undefined) throw workspaceError('BAD_INPUT', `Say which job to ${action}.`)
      const job = jobs.get(run, id)
      if (action === 'read')
        return answer(`${job.process.output().trimEnd() || '(no output)'}\n[${job.state()}]`)
      job.process.stop()
      const { ended, ...outcome } = await job.process.outcome
      return showOutcome({ ...outcome, ended: ended === 'abort' ? 'signal' : ended }, 0)
    },
  })
}
