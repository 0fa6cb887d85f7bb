export { newCallId } from './call-context'
export type { BeforeExecuteCall, BeforeExecuteDecision, CallToolOptions } from './call-tool'
export { callTool } from './call-tool'
export type { CheckedToolInput, CheckInputOptions } from './check-tool-input'
export { checkToolInput } from './check-tool-input'
export { composeTool } from './compose/compose-tool'
export { mapOutput } from './compose/map-output'
export type {
  ComposedTool,
  ComposeOptions,
  ComposeStep,
  DryRunReport,
  RetryOptions,
  StepEvent,
  StepOutcome,
} from './compose/types'
export type {
  AudioContent,
  ContentAnnotations,
  ContentBlock,
  EmbeddedResource,
  ImageContent,
  ResourceContents,
  ResourceLink,
  TextContent,
  ToolResult,
} from './content'
export { definePresentation, inferPresentation } from './define-presentation'
export { definePrompt } from './define-prompt'
export { defineResource } from './define-resource'
export type { DefinedTool, DefineToolOptions } from './define-tool'
export { checkTool, defineTool } from './define-tool'
export type { ToolEvent, ToolFailure } from './events'
export type { InputBudget, InputCheck, InputLimit } from './input-budget'
export { checkInputBudget } from './input-budget'
export type { InputIssue } from './issues'
export { formatIssues, formatPath } from './issues'
export type { FromJsonSchema, JsonSchema } from './json-schema'
export type { JsonSchemaCheck, JsonSchemaValidator } from './json-schema-validator'
export type { OutputBudget } from './limit-result'
export { limitResult } from './limit-result'
export { nearest } from './nearest'
export type { Icon, ToolPresentation, ToolTone } from './presentation'
export type { PromptArgument, PromptDefinition, PromptMessage } from './prompt'
export type {
  ResourceContext,
  ResourceDefinition,
  ResourceListing,
  ResourceReturn,
} from './resource'
export type { ErrorResultOptions } from './results'
export {
  audioResult,
  errorResult,
  imageResult,
  isToolResult,
  jsonResult,
  resourceResult,
  resultCode,
  resultFailure,
  resultText,
  resultValue,
  textResult,
} from './results'
export type { FromJsonSchemaOptions, SchemaInput, SchemaOutput } from './schema'
export type { ToStandardSchemaOptions } from './standard'
export { fromJsonSchema, toStandardSchema } from './standard'
export type {
  StandardIssue,
  StandardJsonSchema,
  StandardResult,
  StandardSchema,
} from './standard-schema'
export type { ToJsonSchemaOptions } from './to-json-schema'
export { toJsonSchema } from './to-json-schema'
export type {
  ElicitRequest,
  ElicitResult,
  LogLevel,
  ToolAnnotations,
  ToolContext,
  ToolDefinition,
  ToolProgress,
  ToolReturn,
  ToolSchema,
} from './tool'
export type { ToolErrorCode, ToolErrorOptions } from './tool-error'
export { isToolError, ToolError } from './tool-error'
export type { NameProfile, ToolNames, ToolNamesOptions } from './tool-names'
export { stableHash, toolNames } from './tool-names'
export type { SpanAttributes, ToolTracer } from './trace'
