import type { ToolContext, ToolDefinition } from '@toolprism/core'
import type { AgentTool } from './agent-types'

/** What became of one call: whether the tool came to an end of its own is what tells cancelled from abandoned. */
export interface CallWatch {
  begun: boolean
  ended: boolean
  onEnd: (() => void) | undefined
}

/** Where a call's `context.host` carries its watch. */
export const watchKey = Symbol('toolprism.watch')

/**
 * A tool whose every call tells its watch. Made once a tool, not once a call. Its time limit is left to us, and it
 * takes as many parameters as the tool: a context nobody can look at is made more cheaply.
 */
export function watchedTool(definition: AgentTool): ToolDefinition {
  const { timeoutMs, ...rest } = definition
  const run = (input: unknown, context: ToolContext): unknown => {
    const watch = (context.host as { [watchKey]: CallWatch })[watchKey]
    watch.begun = true
    let returned: unknown
    try {
      returned = definition.execute(input, context)
    } catch (error) {
      end(watch)
      // A throw at once is no different from one that comes later.
      return Promise.reject(error)
    }
    if (isThenable(returned)) {
      const over = () => end(watch)
      returned.then(over, over)
    } else if (!isAsyncIterable(returned)) end(watch)
    return returned
  }
  const blind = (input: unknown, ...[context]: ToolContext[]) => run(input, context!)
  return { ...rest, execute: definition.execute.length < 2 ? blind : run } as ToolDefinition
}

function end(watch: CallWatch): void {
  watch.ended = true
  watch.onEnd?.()
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function'
}

function isAsyncIterable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}
