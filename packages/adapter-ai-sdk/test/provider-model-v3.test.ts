import { vi } from 'vitest'
import { providerModelCases } from './provider-model-cases'

// @ai-sdk/openai-compatible 2, whose models are LanguageModelV3, in the place of the newest.
vi.mock('@ai-sdk/openai-compatible', () => import('@ai-sdk/openai-compatible-v2'))

providerModelCases()
