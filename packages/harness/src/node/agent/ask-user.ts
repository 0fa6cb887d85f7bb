import { errorResult, type JsonSchema } from '@toolprism/core'
import type { AgentTool } from '../../agent-types'
import { answer, workspaceTool } from '../workspace/workspace-tool'

/** `ask_user`: a question to the person in front of the host. The run waits for the answer. */
export function askUserTool(): AgentTool {
  return workspaceTool({
    name: 'ask_user',
    title: 'Ask',
    description:
      'Asks the person a question and waits for the answer. Use it when work cannot go on without a decision only they can make; offer options where you can.',
    inputSchema: {
      type: 'object',
      properties: {
        question: { type: 'string', minLength: 1, maxLength: 4000, description: 'The question.' },
        options: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              label: { type: 'string', minLength: 1, maxLength: 200 },
              description: { type: 'string', maxLength: 1000 },
            },
            required: ['label'],
            additionalProperties: false,
          },
          minItems: 1,
          maxItems: 20,
          description: 'Answers to choose from. Without them the answer is free text.',
        },
        multiple: {
          type: 'boolean',
          description: 'More than one option may be chosen.',
          default: false,
        },
      },
      required: ['question'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true },
    presentation: { label: 'Question', icon: 'message-circle-question-mark', group: 'agent' },
    inputExamples: [{ question: 'Which port?', options: [{ label: '80' }, { label: '8080' }] }],
    hints: { resources: () => [] },
    async execute({ question, options, multiple = false }, context) {
      if (!context.elicit)
        return errorResult(
          'Nobody can be asked here. Decide yourself and say what you assumed, or end with the question.',
          { code: 'ELICITATION_UNSUPPORTED' },
        )
      const reply = await context.elicit({
        message: question,
        requestedSchema: replySchema(options ?? [], multiple),
      })
      if (reply.action !== 'accept')
        return answer('The person did not answer. Do not ask the same again; go on without it.', {
          action: reply.action,
        })
      const given = reply.content['answer']
      const text = Array.isArray(given) ? given.join(', ') : String(given ?? '')
      return answer(text === '' ? '(an empty answer)' : text, { action: 'accept' })
    },
  })
}

interface Option {
  label: string
  description?: string
}

function replySchema(options: readonly Option[], multiple: boolean): JsonSchema {
  const choices = options.map(({ label, description }) => ({
    const: label,
    title: description === undefined ? label : `${label}: ${description}`,
  }))
  const reply =
    choices.length === 0
      ? { type: 'string' }
      : multiple
        ? { type: 'array', items: { anyOf: choices }, minItems: 1 }
        : { type: 'string', oneOf: choices }
  return {
    type: 'object',
    properties: { answer: { title: 'Answer', ...reply } },
    required: ['answer'],
  }
}
