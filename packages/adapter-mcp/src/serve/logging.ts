import type { LogLevel, ToolContext } from '@toolprism/core'
import { McpRpcError, rpcCodes } from '../errors'
import type { Call } from './call'
import type { Handler } from './handlers'

const levels: readonly LogLevel[] = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
]

export const setLogLevel: Handler = (params, _, connection) => {
  const level = levels.find((known) => known === params['level'])
  if (!level)
    throw new McpRpcError(
      rpcCodes.invalidParams,
      `Unknown log level ${JSON.stringify(params['level'])}. Use one of ${levels.join(', ')}.`,
    )
  connection.logLevel = level
  return {}
}

/** `context.log` of a call: honours the level the client asked for. */
export function toLog(call: Call, logger: string, isOver: () => boolean): ToolContext['log'] {
  const threshold = call.logLevel === 'none' ? Infinity : levels.indexOf(call.logLevel ?? 'debug')
  return (level, message, data) => {
    if (isOver() || levels.indexOf(level) < threshold) return
    call.notify('notifications/message', {
      level,
      logger,
      data: data === undefined ? message : { message, data },
    })
  }
}
