import { McpRpcError, rpcCodes } from '../errors'
import type { Catalog } from './catalog'
import type { Params } from './params'

/** The protocol allows no more in one answer. */
const most = 100

export async function complete(catalog: Catalog, params: Params): Promise<unknown> {
  const ref = params['ref'] as { type?: unknown; name?: unknown; uri?: unknown } | undefined // read defensively below
  const argument = params['argument'] as { name?: unknown; value?: unknown } | undefined // read defensively below
  const name = argument?.name
  const value = argument?.value
  if (typeof name !== 'string' || typeof value !== 'string')
    throw new McpRpcError(rpcCodes.invalidParams, 'params.argument needs a string name and value')
  const context = params['context'] as { arguments?: Record<string, string> } | undefined // optional hints
  const values = await suggestions(catalog, ref, name, value, context?.arguments ?? {})
  return {
    completion: {
      values: values.slice(0, most),
      total: values.length,
      hasMore: values.length > most,
    },
  }
}

async function suggestions(
  catalog: Catalog,
  ref: { type?: unknown; name?: unknown; uri?: unknown } | undefined,
  ...[name, value, others]: [string, string, Record<string, string>]
): Promise<string[]> {
  const { prompts, templates, resources } = catalog.current
  if (ref?.type === 'ref/prompt') {
    const prompt = typeof ref.name === 'string' ? prompts.get(ref.name) : undefined
    if (!prompt)
      throw new McpRpcError(rpcCodes.invalidParams, `Unknown prompt: ${String(ref.name)}`)
    const argument = prompt.arguments?.find((item) => item.name === name)
    return (await argument?.complete?.(value, others)) ?? []
  }
  if (ref?.type === 'ref/resource') {
    const found = templates.find(({ definition }) => definition.uriTemplate === ref.uri)
    if (!found && !resources.has(String(ref.uri)))
      throw new McpRpcError(rpcCodes.invalidParams, `Unknown resource: ${String(ref.uri)}`)
    const completers = found?.definition.complete
    const completer = completers && Object.hasOwn(completers, name) ? completers[name] : undefined
    return (await completer?.(value)) ?? []
  }
  throw new McpRpcError(
    rpcCodes.invalidParams,
    'params.ref.type must be ref/prompt or ref/resource',
  )
}
