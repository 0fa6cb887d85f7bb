export { composeTool } from './compose/compose-tool'
export { mapOutput } from './compose/map-output'

export type {
  ComposeClock,
  ComposedTool,
  ComposeOptions,
  ComposeStep,
  DryRunReport,
  DryRunStep,
  RetryOptions,
  StepEvent,
  StepOutcome,
  StepStatus,
} from './compose/types'
