import {
  allTools,
  heldOutPrompts,
  labelledPrompts,
  labelledTools,
  planStep,
  scorePlanner,
} from '@toolprism/demo-server/planner-cases'
import { type Bench, median, type Suite } from '../lib/bench.mjs'

const percent = (part: number, whole: number) => (100 * part) / whole

function record(
  bench: Bench,
  name: string,
  prompts: typeof labelledPrompts,
  tools: typeof allTools,
  goals: boolean,
) {
  const { rightTool, rightArguments, misses } = scorePlanner(prompts, tools)
  const figures = {
    'right tool': [rightTool, 90],
    'right arguments': [rightArguments, 80],
  } as const
  for (const [metric, [count, min]] of Object.entries(figures))
    bench.record({
      case: `${prompts.length} ${name}, ${tools.length} tools`,
      subject: 'planner',
      metric,
      unit: '%',
      value: percent(count, prompts.length),
      ...(goals && { goal: { min, on: 'value' } }),
    })
  return misses
}

export default {
  name: 'planner',
  about:
    'How often the rule-based planner of the demo picks the labelled tool, and fills the labelled arguments of it. The held-out prompts were written before its code was read and are not used to tune it, so they have no goal.',
  async run(bench) {
    const tools = labelledTools
    const misses = record(bench, 'labelled prompts', labelledPrompts, tools, true)
    for (const { prompt, expected, got } of misses)
      console.log(`missed: ${prompt}\n  wanted ${expected}\n  got    ${got}`)
    record(bench, 'held-out prompts', heldOutPrompts, allTools, false)

    const rounds = Array.from({ length: bench.rounds }, () => {
      const start = performance.now()
      for (const [prompt] of labelledPrompts) planStep(prompt, tools, { paths: [] })
      return (performance.now() - start) / labelledPrompts.length
    })
    bench.record({
      case: `one decision among ${tools.length} tools`,
      subject: 'planner',
      metric: 'time',
      unit: 'ms',
      value: median(rounds),
    })
  },
} satisfies Suite
