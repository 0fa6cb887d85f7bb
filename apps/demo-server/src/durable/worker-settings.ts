import type { Endpoint } from '../choose-model'
import type { Options } from '../options'

/** The variable that makes this program a worker: it holds `WorkerSettings` as JSON. */
export const workerVariable = 'TOOLPRISM_DEMO_WORKER'

/** What the demo tells its worker. */
export interface WorkerSettings extends Pick<Options, 'workspace' | 'allowWrites' | 'mcpConfig'> {
  port: number
  service: string
  /** Folder of large results. */
  blobs: string
  /** Absent: the planner. */
  endpoint?: Endpoint
}

/** What a worker tells the demo once. */
export interface WorkerWord {
  ready?: boolean
  failed?: string
}
