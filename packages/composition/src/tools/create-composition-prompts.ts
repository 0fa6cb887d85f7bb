import type { PromptArgument, PromptDefinition } from '@toolprism/core'
import * as z from 'zod'
import { buildAuthoringGuide, type GuideOptions } from './authoring-guide'
import { composePromptName } from './tool-names'

/** A core prompt that also carries its arguments as a zod object, for hosts wired by hand. */
export interface CompositionPrompt {
  name: string
  title: string
  description: string
  arguments: PromptArgument[]
  argsSchema: z.ZodObject<{ request: z.ZodOptional<z.ZodString> }>
  build(values: { request?: string | undefined }): string
}

/** One prompt, `compose`: the guide, then the request. */
export function createCompositionPrompts(options: GuideOptions): CompositionPrompt[] {
  const description = 'What the view must answer, in the words of whoever asks.'
  const prompts = [
    {
      name: composePromptName,
      title: 'Compose a view',
      description: 'The authoring guide, followed by a request.',
      arguments: [{ name: 'request', description, required: false }],
      argsSchema: z.object({ request: z.string().describe(description).optional() }),
      build: ({ request }: { request?: string | undefined }) => {
        const guide = buildAuthoringGuide(options)
        return request ? `${guide}\n\n## Request\n\n${request}` : guide
      },
    },
  ]
  return prompts satisfies PromptDefinition[]
}
