import type { ResourceContext, ResourceDefinition } from '@toolprism/core'
import { McpRpcError, rpcCodes } from '../errors'
import type { McpReadResourceResult } from '../mcp.types'
import { toResourceContents } from '../to-mcp-resource'
import { answerAsking, type InputRequired } from './ask-client'
import type { Call, Connection } from './call'
import type { Catalog } from './catalog'
import type { Page } from './pages'
import { type Params, stringParam } from './params'
import type { StateCodec } from './request-state'

/** The fixed resources, and on the last page what the templates list. */
export function listResources(catalog: Catalog, params: Params): Page | Promise<Page> {
  const { resourcePages, templates } = catalog.current
  const page = resourcePages.at(params['cursor'])
  const listing = templates.filter(({ definition }) => definition.list)
  if (page['nextCursor'] !== undefined || listing.length === 0) return page
  return Promise.all(
    listing.map(async ({ definition }) =>
      ((await definition.list?.()) ?? []).map((item) => ({
        mimeType: definition.mimeType,
        ...item,
      })),
    ),
  ).then((lists) => ({
    ...page,
    resources: [...(page['resources'] as unknown[]), ...lists.flat()], // made by toPages
  }))
}

export function readResource(
  catalog: Catalog,
  params: Params,
  call: Call,
  codec: StateCodec,
): Promise<McpReadResourceResult | InputRequired> {
  const uri = stringParam(params, 'uri')
  return answerAsking(call, `resources/read ${uri}`, codec, async ({ host, signal }) => {
    const { resources, templates } = catalog.current
    const context: ResourceContext = { signal, host }
    const fixed = resources.get(uri)
    if (fixed) {
      const value = await fixed.read(context)
      return { contents: toResourceContents(value, uri, fixed.mimeType) }
    }
    for (const { definition, template } of templates) {
      const variables = template.match(uri)
      if (!variables) continue
      const value = await definition.read(variables, context)
      return { contents: toResourceContents(value, uri, definition.mimeType) }
    }
    throw unknownResource(uri)
  })
}

export function subscribeResource(
  catalog: Catalog,
  params: Params,
  connection: Connection,
): Record<string, never> {
  const uri = stringParam(params, 'uri')
  const definition = findResource(catalog, uri)
  if (!definition) throw unknownResource(uri)
  if (!connection.subscriptions.has(uri)) {
    const changed = () => {
      if (!connection.server.transport) return
      connection.server
        .notification({ method: 'notifications/resources/updated', params: { uri } })
        .catch(() => {})
    }
    connection.subscriptions.set(uri, definition.subscribe?.(changed) ?? (() => {}))
  }
  return {}
}

export function unsubscribeResource(params: Params, connection: Connection): Record<string, never> {
  const uri = stringParam(params, 'uri')
  connection.subscriptions.get(uri)?.()
  connection.subscriptions.delete(uri)
  return {}
}

function findResource(catalog: Catalog, uri: string): ResourceDefinition | undefined {
  const { resources, templates } = catalog.current
  return resources.get(uri) ?? templates.find(({ template }) => template.match(uri))?.definition
}

function unknownResource(uri: string): McpRpcError {
  return new McpRpcError(rpcCodes.resourceNotFound, `Resource not found: ${uri}`, { uri })
}
