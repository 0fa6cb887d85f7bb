import { providerModelCases } from './provider-model-cases'

// @ai-sdk/openai-compatible 3, whose models are LanguageModelV4.
providerModelCases()
