export type { ToolContext, ToolDefinition, ToolPresentation, ToolResult } from '@toolprism/core'
export { createAgent } from './agent'
export type {
  Agent,
  AgentLimits,
  AgentOptions,
  AgentTool,
  ContextOptions,
  Phases,
  Redactor,
  RegisterOptions,
  Registration,
  RepeatLimits,
  RetryOptions,
  SpillRequest,
  ToolHints,
  ToolHost,
  ToolProblem,
  ToolResource,
} from './agent-types'
export type { Clock } from './clock'
export { HarnessError } from './errors'
export type { EventsOptions, GapEvent, RunEvent, RunEventBody } from './events'
export type {
  AfterModelCallHook,
  AfterToolCallHook,
  AfterToolCallReturn,
  AgentHooks,
  BeforeModelCallHook,
  BeforeModelCallReturn,
  BeforeToolCallHook,
  BeforeToolCallReturn,
  RunEndHook,
  RunStartHook,
} from './hook-types'
export type {
  Journal,
  JournalBinding,
  JournalFactory,
  RunHost,
  RunStatus,
  StepContext,
  StepExecutor,
  StepSpec,
} from './journal'
export { JOURNAL_FORMAT } from './journal'
export type { Json } from './json'
export { memoryJournal } from './memory-journal'
export type {
  AssistantMessage,
  AssistantPart,
  CallState,
  Message,
  ReasoningPart,
  SystemMessage,
  TextPart,
  ToolCallPart,
  ToolMessage,
  ToolResultPart,
  UserMessage,
} from './message'
export type {
  FinishReason,
  Model,
  ModelErrorKind,
  ModelPart,
  ModelReference,
  ModelRequest,
  ModelResolver,
  ToolSpec,
} from './model'
export type {
  Decision,
  DecisionOutcome,
  PendingQuestion,
  PermissionDecision,
  PermissionEffect,
  PermissionOptions,
  PermissionRequest,
  PermissionRule,
} from './permission-types'
export { allow, ask, deny } from './permissions'
export type { ReadyTool, ToolRegistry } from './registry'
export { buildToolRegistry } from './registry'
export type { Run, RunError, RunOptions, RunResult, RunStatusName } from './run-types'
export type { Skill } from './skill-types'
export type { ResumeOptions, Snapshot, SnapshotCall } from './snapshot-types'
export { SNAPSHOT_VERSION } from './snapshot-types'
export type { Usage } from './usage'
