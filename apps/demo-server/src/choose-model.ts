import { providerModel } from '@toolprism/adapter-ai-sdk/model'
import type { Model } from '@toolprism/harness'
import { UsageError } from './options'
import { plannerModel } from './planner/planner-model'

/** Where a language model answers: what an AI SDK provider needs. */
export interface Endpoint {
  baseURL: string
  modelId: string
  apiKey?: string
}

export interface ChosenModel {
  model: Model
  /** What the page shows beside the chat. */
  badge: string
  /** Present when a real language model answers. */
  endpoint?: Endpoint
}

const probeMs = 250
const localServers = [
  { name: 'Ollama', baseURL: 'http://127.0.0.1:11434/v1' },
  { name: 'llama.cpp', baseURL: 'http://127.0.0.1:8080/v1' },
]

/**
 * The model of the demo: the one named by `--model` and `DEMO_MODEL_URL`, else a local server that answers
 * within 250 ms, else the rule-based planner, which says what it is.
 */
export async function chooseModel(
  name: string | undefined,
  environment: NodeJS.ProcessEnv,
): Promise<ChosenModel> {
  const baseURL = environment['DEMO_MODEL_URL']
  const apiKey = environment['DEMO_MODEL_KEY']
  if (baseURL) {
    const modelId = name ?? environment['DEMO_MODEL'] ?? (await firstModel(baseURL, 5_000))
    if (!modelId)
      throw new UsageError(
        `DEMO_MODEL_URL ${baseURL} lists no model: name one with --model, or check the address.`,
      )
    return fromEndpoint({ baseURL, modelId, ...(apiKey && { apiKey }) }, new URL(baseURL).host)
  }
  if (name === 'planner') return planner()
  for (const server of localServers) {
    const modelId = await firstModel(server.baseURL, probeMs)
    if (modelId)
      return fromEndpoint({ baseURL: server.baseURL, modelId: name ?? modelId }, server.name)
  }
  if (name)
    throw new UsageError(
      `--model ${name} needs a server: set DEMO_MODEL_URL to an OpenAI-compatible endpoint, or start Ollama.`,
    )
  return planner()
}

/** The model that was chosen, in any process: the one at the endpoint, or the planner. */
export function openModel(endpoint: Endpoint | undefined): Model {
  if (!endpoint) return plannerModel()
  const { baseURL, modelId, apiKey } = endpoint
  return providerModel({ provider: 'demo', model: modelId, baseURL, ...(apiKey && { apiKey }) })
}

function planner(): ChosenModel {
  return { model: openModel(undefined), badge: 'Rule-based planner, no language model' }
}

function fromEndpoint(endpoint: Endpoint, where: string): ChosenModel {
  return { model: openModel(endpoint), badge: `${endpoint.modelId} at ${where}`, endpoint }
}

async function firstModel(baseURL: string, timeout: number): Promise<string | undefined> {
  try {
    const response = await fetch(`${baseURL.replace(/\/$/, '')}/models`, {
      signal: AbortSignal.timeout(timeout),
    })
    const list = (await response.json()) as { data?: { id?: unknown }[] }
    const id = list.data?.[0]?.id
    return typeof id === 'string' ? id : undefined
  } catch {
    return undefined
  }
}
