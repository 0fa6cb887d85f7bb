export type { AdvertisedSchema, AiSchema } from './ai-schema'
export type { AiContentPart, AiExecuteOptions, AiModelOutput, AiVersion } from './ai-types'
export type {
  AiToolLike,
  FromAiToolsOptions,
  ImportedAiTools,
  SkippedAiTool,
} from './from-ai-tools'
export { fromAiTool, fromAiTools } from './from-ai-tools'
export { fromModelOutput } from './from-model-output'
export type { AiTool, AiToolOutput, ToAiToolOptions } from './to-ai-tool'
export { toAiTool } from './to-ai-tool'
export type { AiToolOf } from './to-ai-tools'
export { toAiTools, toToolApproval } from './to-ai-tools'
export type { ModelOutputOptions } from './to-model-output'
export { toModelOutput } from './to-model-output'
export type { ToolApproval, ToolApprovalPolicy, ToolApprovalStatus } from './tool-approval'
export { ToolExecutionError } from './tool-execution-error'
