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
export type { ToolEvent, ToolFailure } from './events'
export type { FromJsonSchema, JsonSchema } from './json-schema'
export type { Icon, ToolPresentation, ToolTone } from './presentation'
export type { PromptArgument, PromptDefinition, PromptMessage } from './prompt'
export type {
  ResourceContext,
  ResourceDefinition,
  ResourceListing,
  ResourceReturn,
} from './resource'
export type {
  StandardIssue,
  StandardJsonSchema,
  StandardResult,
  StandardSchema,
} from './standard-schema'
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
