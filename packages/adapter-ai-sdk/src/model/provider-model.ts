import type { Model } from '@toolprism/harness'
import { type FromLanguageModelOptions, fromLanguageModel } from './from-language-model'
import { toLanguageModelUsage } from './openai-usage'
import { type ProviderName, providerPresets } from './provider-presets'

export interface ProviderModelOptions extends FromLanguageModelOptions {
  /** A preset, or any name when `baseURL` is given. */
  provider?: ProviderName | (string & {})
  model: string
  /** @default the environment variable of the preset, where there is an environment */
  apiKey?: string
  /** Root of the API, up to and without `/chat/completions`. @default that of the preset */
  baseURL?: string
  headers?: Record<string, string>
  /** Asks for token counts in the stream; some old servers refuse the field. @default true */
  includeUsage?: boolean
  /** @default the global fetch */
  fetch?: typeof fetch
}

/**
 * A harness Model of any OpenAI-compatible API, through `@ai-sdk/openai-compatible` (an optional peer,
 * loaded at the first request). Fits `resolveModel` of `createAgent` as it is.
 * @throws TypeError for an unknown provider without `baseURL`, or a key that is needed and missing.
 */
export function providerModel(options: ProviderModelOptions): Model {
  const { provider, model } = options
  const preset = Object.hasOwn(providerPresets, provider ?? '')
    ? providerPresets[provider as ProviderName] // an own key of the table
    : undefined
  const baseURL = options.baseURL ?? preset?.baseURL
  if (!baseURL)
    throw new TypeError(
      `providerModel knows no provider ${JSON.stringify(provider)}; expected one of ${Object.keys(providerPresets).join(', ')}, or pass baseURL.`,
    )
  // A key of the environment belongs to the preset's own server and goes nowhere else.
  const apiKey =
    options.apiKey ?? (options.baseURL === undefined ? environment(preset?.apiKey) : undefined)
  if (preset?.apiKey && options.baseURL === undefined && !apiKey)
    throw new TypeError(
      `providerModel needs a key for ${provider}: pass apiKey or set ${preset.apiKey}.`,
    )
  const name = provider ?? 'custom'
  const load = async () => {
    const { createOpenAICompatible } = await loadPeer()
    const made = createOpenAICompatible({
      name,
      baseURL,
      includeUsage: options.includeUsage ?? true,
      convertUsage: toLanguageModelUsage,
      ...(apiKey ? { apiKey } : {}),
      ...(options.headers ? { headers: options.headers } : {}),
      ...(options.fetch ? { fetch: options.fetch } : {}),
    })
    // These APIs take text alone in tool messages.
    return fromLanguageModel(made(model), { toolMedia: 'user-message', ...options })
  }
  let loaded: Promise<Model> | undefined
  return {
    id: `${name}/${model}`,
    ...(options.contextWindow === undefined ? {} : { contextWindow: options.contextWindow }),
    ...(options.acceptsImages === undefined ? {} : { acceptsImages: options.acceptsImages }),
    async stream(request) {
      loaded ??= load()
      return (await loaded).stream(request)
    },
  }
}

async function loadPeer(): Promise<typeof import('@ai-sdk/openai-compatible')> {
  try {
    return await import('@ai-sdk/openai-compatible')
  } catch (cause) {
    throw new Error(
      'providerModel needs the package @ai-sdk/openai-compatible. Install it: npm install @ai-sdk/openai-compatible',
      { cause },
    )
  }
}

function environment(name: string | undefined): string | undefined {
  const host = globalThis as { process?: { env?: Record<string, string | undefined> } }
  return name ? host.process?.env?.[name] : undefined
}
