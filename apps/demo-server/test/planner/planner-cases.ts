import { toJsonSchema } from '@toolprism/core'
import type { ToolSpec } from '@toolprism/harness'
import type { PlannerTool } from '../../src/planner/plan'
import { createRegistry } from '../../src/registry'
import { foreignTools } from './foreign-tools'
import { heldOutTools } from './held-out-prompts'

export { planStep } from '../../src/planner/plan'
export { scorePlanner } from '../../src/planner/score'
export { heldOutPrompts } from './held-out-prompts'
export { labelledPrompts } from './labelled-prompts'

/** The tools of the demo as any model is shown them. */
export const ownTools: ToolSpec[] = createRegistry({ workspace: process.cwd() }).tools.map(
  ({ name, description, inputSchema }) => ({
    name,
    description,
    inputSchema: toJsonSchema(inputSchema),
  }),
)

/** Those, and tools the planner was not written for. */
export const labelledTools: PlannerTool[] = [...ownTools, ...foreignTools]

/** Those, and tools no prompt it was tuned on names. */
export const allTools: PlannerTool[] = [...labelledTools, ...heldOutTools]
