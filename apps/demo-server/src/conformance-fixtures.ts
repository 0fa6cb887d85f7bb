import type { PromptDefinition, ResourceDefinition, ToolDefinition } from '@toolprism/core'
import { askingTools, fixture } from './conformance-asking'
import { conformancePrompts, conformanceResources, png } from './conformance-resources'

/**
 * The tools, resources and prompts the MCP conformance suites call by name, as plain Toolprism definitions.
 * What each must do is written in the suites themselves.
 */
export interface ConformanceSet {
  tools: ToolDefinition[]
  resources: ResourceDefinition[]
  prompts: PromptDefinition[]
}

export interface ConformanceHooks {
  /** Called by the tools that pretend a list has changed: tell the clients. */
  changed?(list: 'tools' | 'prompts'): void
  /** Waits; a test passes its own. @default setTimeout */
  sleep?(milliseconds: number): Promise<void>
}

export function createConformanceSet(hooks: ConformanceHooks = {}): ConformanceSet {
  return {
    tools: [...contentTools(), ...runningTools(hooks), ...askingTools()],
    resources: conformanceResources(),
    prompts: conformancePrompts(),
  }
}

function contentTools(): ToolDefinition[] {
  return [
    fixture('test_simple_text', () => 'This is a simple text response for testing.'),
    fixture('test_image_content', () => ({
      content: [{ type: 'image', data: png, mimeType: 'image/png' }],
    })),
    fixture('test_audio_content', () => ({
      content: [{ type: 'audio', data: silence, mimeType: 'audio/wav' }],
    })),
    fixture('test_embedded_resource', () => ({
      content: [
        {
          type: 'resource',
          resource: {
            uri: 'test://embedded-resource',
            mimeType: 'text/plain',
            text: 'This is an embedded resource content.',
          },
        },
      ],
    })),
    fixture('test_multiple_content_types', () => ({
      content: [
        { type: 'text', text: 'Multiple content types test:' },
        { type: 'image', data: png, mimeType: 'image/png' },
        {
          type: 'resource',
          resource: {
            uri: 'test://mixed-content-resource',
            mimeType: 'application/json',
            text: '{"test":"data","value":123}',
          },
        },
      ],
    })),
    {
      name: 'json_schema_2020_12_tool',
      description: 'Tool with JSON Schema 2020-12 features',
      inputSchema: schema2020,
      execute: (input) => ({ input }),
    },
    {
      name: 'test_custom_headers',
      description: 'Takes an argument that also travels in a header.',
      inputSchema: {
        type: 'object',
        properties: { region: { type: 'string', 'x-mcp-header': 'Region' } },
      },
      execute: ({ region }) => `Region: ${String(region)}`,
    },
  ]
}

function runningTools({ sleep = wait, changed }: ConformanceHooks): ToolDefinition[] {
  return [
    fixture('test_tool_with_logging', async (context) => {
      context.log('info', 'Tool execution started')
      await sleep(50)
      context.log('info', 'Tool processing data')
      await sleep(50)
      context.log('info', 'Tool execution completed')
      return 'Logged three messages.'
    }),
    fixture('test_tool_with_progress', async (context) => {
      context.progress({ progress: 0, total: 100 })
      await sleep(50)
      context.progress({ progress: 50, total: 100 })
      await sleep(50)
      context.progress({ progress: 100, total: 100 })
      return 'Reported progress.'
    }),
    fixture('test_error_handling', () => {
      throw new Error('This tool intentionally returns an error for testing')
    }),
    fixture('test_reconnection', async (context) => {
      const host = context.host as { closeStream?(): void } // served by adapter-mcp
      host.closeStream?.()
      await sleep(100)
      return 'Answered after the stream was closed.'
    }),
    fixture('test_logging_tool', (context) => {
      context.log('info', 'Sent only to a client that asked for logs.')
      return 'Logged one message.'
    }),
    fixture('test_trigger_tool_change', () => {
      changed?.('tools')
      return 'The tool list has changed.'
    }),
    fixture('test_trigger_prompt_change', () => {
      changed?.('prompts')
      return 'The prompt list has changed.'
    }),
  ]
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

const silence = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA='

/** Every keyword the suites look for in the tool list. */
const schema2020 = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: a JSON Schema keyword.
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
} as const
