import type { Call, Connection } from './call'
import { type CallOptions, callToolOverMcp } from './call-tool'
import type { Catalog } from './catalog'
import { complete } from './complete'
import { getPrompt } from './get-prompt'
import { setLogLevel } from './logging'
import type { Params } from './params'
import { createStateCodec } from './request-state'
import { listResources, readResource, subscribeResource, unsubscribeResource } from './resources'

export type Handler = (params: Params, call: Call, connection: Connection) => unknown

/** One function a method, made once for a catalog and shared by every server object. */
export function createHandlers(
  catalog: Catalog,
  options: CallOptions,
): ReadonlyMap<string, Handler> {
  const codec = createStateCodec(options.stateSecret)
  const withCodec = { ...options, codec }
  const handlers = new Map<string, Handler>()
  const { tools, resources, prompts, completions } = catalog.capabilities
  handlers.set('logging/setLevel', setLogLevel)
  if (tools) {
    handlers.set('tools/list', (params, call) =>
      catalog.current.toolPages[call.era].at(params['cursor']),
    )
    handlers.set('tools/call', (params, call) => callToolOverMcp(catalog, params, call, withCodec))
  }
  if (resources) {
    handlers.set('resources/list', (params) => listResources(catalog, params))
    handlers.set('resources/templates/list', (params) =>
      catalog.current.templatePages.at(params['cursor']),
    )
    handlers.set('resources/read', (params, call) => readResource(catalog, params, call, codec))
    handlers.set('resources/subscribe', (params, _, connection) =>
      subscribeResource(catalog, params, connection),
    )
    handlers.set('resources/unsubscribe', (params, _, connection) =>
      unsubscribeResource(params, connection),
    )
  }
  if (prompts) {
    handlers.set('prompts/list', (params) => catalog.current.promptPages.at(params['cursor']))
    handlers.set('prompts/get', (params, call) => getPrompt(catalog, params, call, codec))
  }
  if (completions) handlers.set('completion/complete', (params) => complete(catalog, params))
  return handlers
}
