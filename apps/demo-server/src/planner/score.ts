import { type PlannerTool, planStep } from './plan'

export type LabelledPrompt = [prompt: string, tool: string, input: Record<string, unknown>]

export interface Score {
  prompts: number
  rightTool: number
  rightArguments: number
  misses: { prompt: string; expected: string; got: string }[]
}

/** How often the planner picks the labelled tool, and fills the labelled arguments. */
export function scorePlanner(prompts: readonly LabelledPrompt[], tools: PlannerTool[]): Score {
  const score: Score = { prompts: prompts.length, rightTool: 0, rightArguments: 0, misses: [] }
  for (const [prompt, tool, input] of prompts) {
    const step = planStep(prompt, tools, { paths: [] })
    const rightTool = step?.tool === tool
    const rightArguments =
      rightTool &&
      Object.entries(input).every(
        ([name, value]) => JSON.stringify(step.input[name]) === JSON.stringify(value),
      )
    if (rightTool) score.rightTool++
    if (rightArguments) score.rightArguments++
    else
      score.misses.push({
        prompt,
        expected: `${tool} ${JSON.stringify(input)}`,
        got: step ? `${step.tool} ${JSON.stringify(step.input)}` : 'a question',
      })
  }
  return score
}
