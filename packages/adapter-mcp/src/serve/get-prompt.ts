import { McpRpcError, rpcCodes } from '../errors'
import type { McpGetPromptResult } from '../mcp.types'
import { answerAsking, type InputRequired } from './ask-client'
import type { Call } from './call'
import type { Catalog } from './catalog'
import { type Params, stringParam } from './params'
import type { StateCodec } from './request-state'

export async function getPrompt(
  catalog: Catalog,
  params: Params,
  call: Call,
  codec: StateCodec,
): Promise<McpGetPromptResult | InputRequired> {
  const name = stringParam(params, 'name')
  const prompt = catalog.current.prompts.get(name)
  if (!prompt) throw new McpRpcError(rpcCodes.invalidParams, `Unknown prompt: ${name}`)
  const values = toValues(params['arguments'])
  const missing = (prompt.arguments ?? []).filter(
    (argument) => argument.required && values[argument.name] === undefined,
  )
  if (missing.length > 0)
    throw new McpRpcError(
      rpcCodes.invalidParams,
      `Prompt ${name} needs the argument${missing.length > 1 ? 's' : ''} ${missing.map((argument) => argument.name).join(', ')}`,
    )
  return answerAsking(call, `prompts/get ${name}`, codec, async ({ host, signal }) => {
    const built = await prompt.build(values, { host, signal })
    return {
      ...(prompt.description !== undefined && { description: prompt.description }),
      messages:
        typeof built === 'string'
          ? [{ role: 'user', content: { type: 'text', text: built } }]
          : built,
    }
  })
}

/** Omitted arguments are no arguments; others must be strings. */
function toValues(raw: unknown): Record<string, string> {
  if (raw === undefined || raw === null) return {}
  const isObject = typeof raw === 'object' && !Array.isArray(raw)
  const wrong = isObject ? Object.entries(raw).find(([, value]) => typeof value !== 'string') : []
  if (!wrong) return { ...(raw as Record<string, string>) } // every value was checked
  throw new McpRpcError(
    rpcCodes.invalidParams,
    isObject
      ? `Prompt argument ${wrong[0]} must be a string, got ${typeof wrong[1]}`
      : 'params.arguments must be an object of strings',
  )
}
