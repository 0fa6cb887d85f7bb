import type { ToolContext, ToolDefinition } from '@toolprism/core'
import * as z from 'zod'

/** What these fixtures need of the MCP host (`McpHost` of adapter-mcp). */
interface Host {
  clientCapabilities?: Record<string, unknown>
  request(
    method: string,
    params?: Record<string, unknown>,
    options?: { key?: string },
  ): Promise<Record<string, unknown>>
}

/** A tool without arguments. */
export function fixture(name: string, run: (context: ToolContext) => unknown): ToolDefinition {
  return {
    name,
    description: `Fixture ${name}.`,
    inputSchema: z.object({}),
    execute: (_, context) => run(context),
  }
}

/** Tools that ask the client: the user, its model, its roots. */
export function askingTools(): ToolDefinition[] {
  return [
    {
      name: 'test_sampling',
      description: 'Asks the model of the client.',
      inputSchema: z.object({ prompt: z.string() }),
      execute: async ({ prompt }: { prompt: string }, context) =>
        `LLM response: ${await sample(context, prompt)}`,
    },
    {
      name: 'test_elicitation',
      description: 'Asks the user.',
      inputSchema: z.object({ message: z.string() }),
      execute: async ({ message }: { message: string }, context) => {
        const answer = await elicit(context, message, {
          username: { type: 'string', description: "User's response" },
          email: { type: 'string', description: "User's email address" },
        })
        return `User response: ${summary(answer)}`
      },
    },
    elicitation('test_elicitation_sep1034_defaults', {
      name: { type: 'string', description: 'User name', default: 'John Doe' },
      age: { type: 'integer', description: 'User age', default: 30 },
      score: { type: 'number', description: 'User score', default: 95.5 },
      status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
      verified: { type: 'boolean', description: 'Verified', default: true },
    }),
    elicitation('test_elicitation_sep1330_enums', {
      untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
      titledSingle: { type: 'string', oneOf: titled('Option') },
      legacyEnum: {
        type: 'string',
        enum: ['opt1', 'opt2', 'opt3'],
        enumNames: ['Option One', 'Option Two', 'Option Three'],
      },
      untitledMulti: {
        type: 'array',
        items: { type: 'string', enum: ['option1', 'option2', 'option3'] },
      },
      titledMulti: { type: 'array', items: { anyOf: titled('Choice') } },
    }),
    ...modernTools(),
  ]
}

/** For revision 2026-07-28, where a question ends the request and its answer starts it again. */
function modernTools(): ToolDefinition[] {
  const prefix = 'test_input_required_result'
  return [
    fixture(`${prefix}_elicitation`, async (context) => `Hello, ${await askName(context)}!`),
    fixture(`${prefix}_sampling`, (context) =>
      sample(context, 'What is the capital of France?', 'capital_question'),
    ),
    fixture(`${prefix}_list_roots`, askRoots),
    fixture(`${prefix}_request_state`, async (context) => `state-ok ${await confirm(context)}`),
    fixture(`${prefix}_tampered_state`, confirm),
    fixture(`${prefix}_multiple_inputs`, async (context) =>
      (
        await Promise.all([
          askName(context),
          sample(context, 'Generate a greeting', 'greeting'),
          askRoots(context),
        ])
      ).join('; '),
    ),
    fixture(`${prefix}_multi_round`, async (context) => {
      const name = await ask(context, 'step1', 'Step 1: What is your name?', 'name')
      const color = await ask(context, 'step2', 'Step 2: What is your favorite color?', 'color')
      return `${name} likes ${color}`
    }),
    fixture(`${prefix}_capabilities`, async (context) => {
      const declared = hostOf(context).clientCapabilities ?? {}
      const answers = [
        ...(declared['sampling'] ? [sample(context, 'Say hello', 'hello')] : []),
        ...(declared['elicitation'] ? [askName(context)] : []),
      ]
      return `Answers: ${(await Promise.all(answers)).join('; ')}`
    }),
    fixture('test_missing_capability', (context) => sample(context, 'Needs sampling')),
    fixture('test_streaming_elicitation', async (context) => {
      context.progress({ progress: 1, total: 2 })
      return `Hello, ${await askName(context)}!`
    }),
  ]
}

/** The request for one text, which a prompt sends as well. */
export function form(
  message: string,
  properties: Record<string, unknown>,
  required = Object.keys(properties),
): Record<string, unknown> {
  return { message, requestedSchema: { type: 'object', properties, required } }
}

function elicitation(name: string, properties: Record<string, unknown>): ToolDefinition {
  return fixture(name, async (context) => {
    const params = form('Please answer', properties, [])
    return `Elicitation completed: ${summary(await hostOf(context).request('elicitation/create', params))}`
  })
}

function elicit(
  context: ToolContext,
  message: string,
  properties: Record<string, unknown>,
  key?: string,
): Promise<Record<string, unknown>> {
  const params = form(message, properties)
  return hostOf(context).request('elicitation/create', params, key ? { key } : {})
}

async function ask(
  context: ToolContext,
  key: string,
  ...[message, field]: [string, string]
): Promise<string> {
  const answer = await elicit(context, message, { [field]: { type: 'string' } }, key)
  return String((answer['content'] as Record<string, unknown> | undefined)?.[field])
}

function askName(context: ToolContext): Promise<string> {
  return ask(context, 'user_name', 'What is your name?', 'name')
}

async function askRoots(context: ToolContext): Promise<string> {
  const key = 'client_roots'
  return JSON.stringify(await hostOf(context).request('roots/list', {}, { key }))
}

async function confirm(context: ToolContext): Promise<string> {
  const answer = await elicit(context, 'Please confirm', { ok: { type: 'boolean' } }, 'confirm')
  return String(answer['action'])
}

async function sample(context: ToolContext, prompt: string, key?: string): Promise<string> {
  const messages = [{ role: 'user', content: { type: 'text', text: prompt } }]
  const params = { messages, maxTokens: 100 }
  const answer = await hostOf(context).request('sampling/createMessage', params, key ? { key } : {})
  return String((answer['content'] as { text?: unknown } | undefined)?.text)
}

function summary(answer: Record<string, unknown>): string {
  return `action=${String(answer['action'])}, content=${JSON.stringify(answer['content'] ?? {})}`
}

function titled(title: string): { const: string; title: string }[] {
  return ['First', 'Second', 'Third'].map((ordinal, index) => ({
    const: `value${index + 1}`,
    title: `${ordinal} ${title}`,
  }))
}

/** Served by adapter-mcp, whose host has these members. */
function hostOf(context: ToolContext): Host {
  return context.host as Host
}
