export interface ProviderPreset {
  baseURL: string
  /** Environment variable of the key; absent where no key is needed. */
  apiKey?: string
}

export type ProviderName =
  | 'openai'
  | 'nvidia'
  | 'openrouter'
  | 'xai'
  | 'gemini'
  | 'ollama'
  | 'llama.cpp'
  | 'vllm'

/** Roots of the OpenAI-compatible APIs, and where their keys are. */
export const providerPresets: Readonly<Record<ProviderName, ProviderPreset>> = {
  openai: { baseURL: 'https://api.openai.com/v1', apiKey: 'OPENAI_API_KEY' },
  nvidia: { baseURL: 'https://integrate.api.nvidia.com/v1', apiKey: 'NVIDIA_API_KEY' },
  openrouter: { baseURL: 'https://openrouter.ai/api/v1', apiKey: 'OPENROUTER_API_KEY' },
  xai: { baseURL: 'https://api.x.ai/v1', apiKey: 'XAI_API_KEY' },
  gemini: {
    baseURL: 'https://generativelanguage.googleapis.com/v1beta/openai',
    apiKey: 'GEMINI_API_KEY',
  },
  ollama: { baseURL: 'http://127.0.0.1:11434/v1' },
  'llama.cpp': { baseURL: 'http://127.0.0.1:8080/v1' },
  vllm: { baseURL: 'http://127.0.0.1:8000/v1' },
}
