import { randomBytes } from 'node:crypto'
import { workspaceError } from '../workspace/workspace-error'
import type { RunningProcess } from './run-process'

export interface Job {
  id: string
  command: string
  runId: string
  process: RunningProcess
  /** `running`, or how it ended. */
  state(): string
}

/** Commands that go on while a run does other things. Those of a run are stopped when it ends. */
export interface Jobs {
  add(command: string, runId: string, process: RunningProcess): Job
  list(runId: string): Job[]
  /** Throws `NOT_FOUND`, also for a job of another run. */
  get(runId: string, id: string): Job
  /** Stops the jobs of a run, or all. Resolves when nothing of them is alive. */
  stop(runId?: string): Promise<void>
}

const maxJobs = 20

export function createJobs(): Jobs {
  const jobs = new Map<string, Job>()
  const list = (runId: string) => [...jobs.values()].filter((job) => job.runId === runId)
  return {
    list,
    add(command, runId, process) {
      let state = 'running'
      process.outcome.then(({ ended, exitCode, signalName }) => {
        state = ended === 'exit' ? `exit code ${exitCode}` : `ended (${signalName ?? ended})`
      })
      const job = {
        id: `job-${randomBytes(3).toString('hex')}`,
        command,
        runId,
        process,
        state: () => state,
      }
      jobs.set(job.id, job)
      dropEnded(jobs, list(runId))
      return job
    },
    get(runId, id) {
      const job = jobs.get(id)
      if (job?.runId === runId) return job
      const known = list(runId).map((item) => item.id)
      throw workspaceError(
        'NOT_FOUND',
        `There is no job "${id}". ${known.length ? `Jobs of this run: ${known.join(', ')}.` : 'This run has none.'}`,
      )
    },
    async stop(runId) {
      const stopped = runId === undefined ? [...jobs.values()] : list(runId)
      for (const job of stopped) job.process.stop()
      await Promise.all(stopped.map((job) => job.process.outcome))
      for (const job of stopped) jobs.delete(job.id)
    },
  }
}

function dropEnded(jobs: Map<string, Job>, ofRun: readonly Job[]): void {
  const ended = ofRun.filter((job) => job.state() !== 'running')
  for (const job of ended.slice(0, Math.max(0, ofRun.length - maxJobs))) jobs.delete(job.id)
}
