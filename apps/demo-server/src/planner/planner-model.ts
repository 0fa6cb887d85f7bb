import type { Model, ModelPart, ModelRequest } from '@toolprism/harness'
import { answerFrom } from './answer'
import { type Conversation, readConversation } from './conversation'
import { findPaths } from './findings'
import { type PlannerTool, planStep, type Step, splitClauses, widen } from './plan'
import { drawingStep, drawingTool, gatheringSteps } from './report'

type Decision = { call: Step } | { say: string }

/**
 * A model that is a set of rules: it reads the person's words, picks tools by BM25, fills their inputs from
 * the request and the schemas, chains up to four steps, asks when it is unsure, and answers only with text
 * from tool results. It needs no key and no network, and it does not pretend to be a language model.
 */
export function plannerModel(): Model {
  return {
    id: 'toolprism/rule-based-planner',
    async *stream(request: ModelRequest): AsyncGenerator<ModelPart> {
      const decision = decide(readConversation(request.messages), [...request.tools])
      if ('call' in decision) {
        const { tool, input } = decision.call
        yield { type: 'tool-call', toolName: tool, input: JSON.stringify(input) }
        yield { type: 'finish', finishReason: 'tool-calls' }
        return
      }
      for (const piece of decision.say.match(/\S+\s*|\s+/g) ?? [])
        yield { type: 'text-delta', delta: piece }
      yield { type: 'finish', finishReason: 'stop' }
    },
  }
}

function decide({ request, calls }: Conversation, tools: PlannerTool[]): Decision {
  if (tools.length === 0 || calls.at(-1)?.result.isError) return { say: answerFrom(request, calls) }
  const drawing = drawingTool(request, tools)
  const steps = drawing ? gatheringSteps(tools) : []
  if (drawing && steps.length > 0) {
    const next = steps[calls.length]
    if (next) return { call: next }
    if (calls.length === steps.length) return { call: drawingStep(request, drawing, calls) }
    return { say: answerFrom(request, calls) }
  }
  const clauses = splitClauses(request)
  const clause = clauses[calls.length]
  if (clause === undefined)
    return { say: calls.length > 0 ? answerFrom(request, calls) : ask(tools) }
  const decision = decideClause(clause, { request, calls }, tools)
  const last = calls.length === clauses.length - 1
  return 'call' in decision && !last ? { call: widen(decision.call, tools) } : decision
}

function decideClause(
  clause: string,
  { request, calls }: Conversation,
  tools: PlannerTool[],
): Decision {
  const findings = findPaths(request, calls)
  const step = planStep(clause, tools, findings)
  if (step && step.missing.length === 0) return { call: step }
  // A later step that fits no tool asks about what is already found.
  if (calls.length > 0) return { say: answerFrom(request, calls) }
  return { say: ask(tools, step) }
}

function ask(tools: PlannerTool[], step?: Step): string {
  if (step) {
    const names = step.missing.map((name) => `\`${name}\``).join(' and ')
    return `I would run \`${step.tool}\`, but I don't know its ${names}. What should I use?`
  }
  const names = tools.map(({ name }) => `\`${name}\``).join(', ')
  return `I work by rules and found no tool that fits these words. I can run ${names}. Which one, and on what?`
}
