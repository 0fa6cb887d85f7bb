import type { PromptDefinition, PromptMessage, ResourceDefinition } from '@toolprism/core'
import { form } from './conformance-asking'

/** One red pixel. */
export const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='

export function conformanceResources(): ResourceDefinition[] {
  return [
    {
      uri: 'test://static-text',
      name: 'static-text',
      description: 'A static text.',
      mimeType: 'text/plain',
      read: () => 'This is the content of the static text resource.',
    },
    {
      uri: 'test://static-binary',
      name: 'static-binary',
      description: 'A static image.',
      mimeType: 'image/png',
      read: () => ({ uri: 'test://static-binary', mimeType: 'image/png', blob: png }),
    },
    {
      uri: 'test://watched-resource',
      name: 'watched-resource',
      description: 'A resource that can be watched.',
      mimeType: 'text/plain',
      read: () => 'Watched resource content.',
      subscribe: () => () => {},
    },
    {
      uriTemplate: 'test://template/{id}/data',
      name: 'template-data',
      description: 'Data for an id.',
      mimeType: 'application/json',
      read: ({ id }) => JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
    },
  ]
}

export function conformancePrompts(): PromptDefinition[] {
  return [
    {
      name: 'test_simple_prompt',
      description: 'A simple prompt.',
      build: () => 'This is a simple prompt for testing.',
    },
    {
      name: 'test_prompt_with_arguments',
      description: 'A prompt with two arguments.',
      arguments: [
        {
          name: 'arg1',
          description: 'First test argument',
          required: true,
          complete: (value) => ['paris', 'park', 'party'].filter((item) => item.startsWith(value)),
        },
        { name: 'arg2', description: 'Second test argument', required: true },
      ],
      build: ({ arg1, arg2 }) => `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`,
    },
    {
      name: 'test_prompt_with_embedded_resource',
      description: 'A prompt with a resource in it.',
      arguments: [{ name: 'resourceUri', description: 'URI to embed', required: true }],
      build: ({ resourceUri: uri = '' }) => [
        {
          role: 'user',
          content: {
            type: 'resource',
            resource: {
              uri,
              mimeType: 'text/plain',
              text: 'Embedded resource content for testing.',
            },
          },
        },
        say('Please process the embedded resource above.'),
      ],
    },
    {
      name: 'test_prompt_with_image',
      description: 'A prompt with an image.',
      build: () => [
        { role: 'user', content: { type: 'image', data: png, mimeType: 'image/png' } },
        say('Please analyze the image above.'),
      ],
    },
    {
      name: 'test_input_required_result_prompt',
      description: 'A prompt that asks the user.',
      build: async (_, context) => {
        const host = context?.host as {
          request(...rest: unknown[]): Promise<{ content?: unknown }>
        } // served by adapter-mcp
        const params = form('What context should the prompt use?', { context: { type: 'string' } })
        const answer = await host.request('elicitation/create', params, { key: 'user_context' })
        return `Context: ${JSON.stringify(answer.content)}`
      },
    },
  ]
}

function say(text: string): PromptMessage {
  return { role: 'user', content: { type: 'text', text } }
}
