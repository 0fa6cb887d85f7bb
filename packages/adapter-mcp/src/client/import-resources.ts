import type { ResourceContents, ResourceContext, ResourceDefinition } from '@toolprism/core'
import { compileUriTemplate } from '../serve/uri-template'
import { isObject } from './check-remote-tool'
import type { Link } from './create-link'
import { completeRemote, requestRemote } from './request-remote'
import { cleanIcons, cleanLabel, cleanText } from './sanitize'

export interface ImportResourceOptions {
  link: Link
  timeout: number
  completes: boolean
  /** Tells the server and calls back on each change; undefined when the server has no subscriptions. */
  subscribe: ((uri: string, changed: () => void) => () => void) | undefined
}

/** A remote resource or template as a Toolprism one; undefined when the entry is none. Throws for a bad template. */
export function fromMcpResource(
  entry: unknown,
  options: ImportResourceOptions,
): ResourceDefinition | undefined {
  if (!isObject(entry)) return undefined
  const { uri, uriTemplate, mimeType, size, annotations, _meta } = entry
  const where =
    typeof uri === 'string' ? uri : typeof uriTemplate === 'string' ? uriTemplate : undefined
  if (where === undefined) return undefined
  const title = cleanLabel(entry['title'])
  const description = cleanText(entry['description'], 20_000)
  const icons = cleanIcons(entry['icons'])
  const shared = {
    name: cleanLabel(entry['name']) ?? where,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(typeof mimeType === 'string' && { mimeType }),
    ...(icons && { icons }),
    ...(isObject(annotations) && { annotations }),
    ...(isObject(_meta) && { meta: _meta }),
  }
  const { link, timeout, subscribe } = options
  const read = async (at: string, { signal }: ResourceContext): Promise<ResourceContents[]> => {
    const request = { method: 'resources/read', params: { uri: at } }
    const { contents } = await requestRemote(link, request, { timeout, signal })
    return Array.isArray(contents) ? (contents as ResourceContents[]) : [] // the host's to check
  }
  if (typeof uri === 'string')
    return {
      ...shared,
      uri,
      ...(typeof size === 'number' && { size }),
      read: (context) => read(uri, context),
      ...(subscribe && { subscribe: (changed: () => void) => subscribe(uri, changed) }),
    }
  const template = compileUriTemplate(where)
  return {
    ...shared,
    uriTemplate: where,
    read: (variables, context) => read(template.expand(variables), context),
    ...(options.completes && { complete: completers(where, template.variables, options) }),
  }
}

function completers(
  uriTemplate: string,
  variables: readonly string[],
  { link, timeout }: ImportResourceOptions,
): Record<string, (value: string) => Promise<string[]>> {
  const ref = { type: 'ref/resource', uri: uriTemplate }
  const complete = (name: string) => (value: string) =>
    completeRemote(link, { ref, argument: { name, value } }, { timeout })
  return Object.fromEntries(variables.map((name) => [name, complete(name)]))
}
