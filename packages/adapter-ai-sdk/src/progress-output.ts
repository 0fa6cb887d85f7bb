import type { ToolProgress } from '@toolprism/core'

/** The preliminary output of a progress update: a yield shows as itself, a report as that report. */
export function progressOutput(update: ToolProgress): unknown {
  const { progress, total, message, data } = update
  if (data !== undefined && progress === undefined && message === undefined) return data
  return {
    ...(progress === undefined ? {} : { progress }),
    ...(total === undefined ? {} : { total }),
    ...(message === undefined ? {} : { message }),
    ...(data === undefined ? {} : { data }),
  }
}
