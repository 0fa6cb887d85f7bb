import type { ContentBlock, ToolDefinition, ToolResult } from '@toolprism/core'
import * as z from 'zod'
import { type BodyRule, checkComposition } from '../check-composition'
import { messageOf } from '../errors'
import { formatValidationError } from '../validation-error'
import { buildAuthoringGuide, type GuideOptions } from './authoring-guide'
import {
  type CompositionFormat,
  checkFormats,
  drawHostFormat,
  drawRuntimeFormat,
  type RuntimeFormat,
  runtimeFormats,
} from './formats'
import { buildPrimitiveDescriptions } from './primitive-descriptions'
import { jsonResult, textResult } from './results'
import { compositionToolNames, compositionUris } from './tool-names'
import type { CompositionToolsRuntime } from './tools-runtime'
import { checkAnswer, requestView } from './view-request'

/** What a tool answers: also, as it stands, a result of the MCP SDK and of an AI SDK tool. */
export type CompositionToolResult = { content: ContentBlock[]; isError?: true }

/**
 * A core tool whose input is always a zod object. `handler` is `execute` without a context, for hosts wired by
 * hand; it takes what `inputSchema` parsed and never rejects.
 */
export interface CompositionTool extends ToolDefinition<Record<string, unknown>> {
  title: string
  inputSchema: z.ZodObject
  handler(input: Record<string, unknown>): Promise<CompositionToolResult>
}

export interface CompositionToolsBaseOptions<Context = unknown> extends GuideOptions {
  runtime: CompositionToolsRuntime<Context>
  /** A rule about the body, applied by validate, render and request_view. */
  frame?: BodyRule | undefined
  /** Formats the host draws, offered after text, markdown, html and slack. */
  formats?: Readonly<Record<string, CompositionFormat>> | undefined
  /** False leaves title and subtitle out of the runtime's own formats. @default true */
  heading?: boolean | undefined
  /** A text answer of more characters is a failed call that says its size. @default no limit */
  maxResultCharacters?: number | undefined
}

/** `hostContext` is what view builders receive: required unless the runtime's context may be undefined. */
export type CompositionToolsOptions<Context = unknown> = CompositionToolsBaseOptions<Context> &
  (undefined extends Context ? { hostContext?: Context } : { hostContext: Context })

/**
 * The tools over a runtime: guide, describe, validate, render and, when it lists a view now, list and request.
 * Throws DUPLICATE_FORMAT when a host format has the name of a runtime format.
 */
export function createCompositionTools<Context>(
  options: CompositionToolsOptions<Context>,
): CompositionTool[] {
  const { runtime, frame, formats = {}, prefix, maxResultCharacters = Infinity } = options
  checkFormats(formats)
  const names = compositionToolNames(prefix)
  const define = defineWith(maxResultCharacters)
  const composition = compositionSchema(names)
  const tools = [
    define(names.authoringGuide, {
      title: 'Authoring guide',
      description:
        'How to compose a view, with the index of primitives. Read it before writing a composition.',
      shape: {},
      run: () => textResult(buildAuthoringGuide(options)),
    }),
    define(names.describePrimitives, {
      title: 'Describe primitives',
      description:
        'Fields, use, example and JSON Schema of primitives by type. Call it once with every type you plan to use.',
      shape: { types: z.array(z.string().min(1).max(200)).min(1).max(12) },
      run: ({ types }) => describe(runtime, types),
    }),
    define(names.validate, {
      title: 'Validate composition',
      description:
        'Checks a composition and lists every error with its path and primitive. Repair all of them before rendering.',
      shape: { composition },
      run: (input) =>
        jsonResult(checkAnswer(checkComposition(runtime, input.composition, { frame }))),
    }),
    define(names.render, {
      title: 'Render composition',
      description: `Validates a composition and draws it. Formats: ${[...runtimeFormats, ...Object.keys(formats)].map((name) => `\`${name}\``).join(', ')}.`,
      shape: {
        composition,
        format: z.enum([...runtimeFormats, ...Object.keys(formats)]),
        theme: z.enum(['auto', 'light', 'dark']).optional(),
      },
      run: async ({ format, theme, ...input }) => {
        const checked = checkComposition(runtime, input.composition, { frame })
        if (!checked.valid || checked.composition === undefined)
          return jsonResult(
            { valid: false, errors: checked.errors.map(formatValidationError) },
            true,
          )
        const host = Object.hasOwn(formats, format) ? formats[format] : undefined
        if (host) {
          const uri = compositionUris(prefix).render(format)
          return drawHostFormat(host, checked.composition, theme, uri)
        }
        return drawRuntimeFormat(runtime.surfaces, format as RuntimeFormat, checked.composition, {
          theme,
          heading: options.heading ?? true,
        })
      },
    }),
  ]
  if (runtime.viewRegistry.list().length === 0) return tools
  return [
    ...tools,
    define(names.listViews, {
      title: 'List views',
      description: 'The registered views: what each answers and the input it takes.',
      shape: {},
      run: () => jsonResult(runtime.viewRegistry.list()),
    }),
    define(names.requestView, {
      title: 'Request view',
      description: `Builds a registered view with live data and answers its composition, checked. Ids come from \`${names.listViews}\`.`,
      shape: {
        id: z.string().min(1).max(200),
        input: z.record(z.string(), z.unknown()).optional(),
      },
      // The options type makes hostContext present whenever Context does not admit undefined.
      run: (input) => requestView(runtime, input, options.hostContext as Context, frame),
    }),
  ]
}

function describe<Context>(runtime: CompositionToolsRuntime<Context>, types: string[]): ToolResult {
  const known = runtime.getAuthoringContext().primitives.map((entry) => entry.type)
  const unknown = types.filter((type) => !known.includes(type))
  if (unknown.length > 0)
    return jsonResult({ error: 'Unknown primitive types.', unknown, known }, true)
  return textResult(buildPrimitiveDescriptions({ runtime, types }))
}

// Loose on purpose: the union of nodes is recursive and large. The value passes untouched, so that the
// runtime sees what zod's own object types would drop (an own `__proto__`) or rebuild (a Map, a Date).
function compositionSchema(names: ReturnType<typeof compositionToolNames>) {
  return z
    .unknown()
    .refine((value) => typeof value === 'object' && value !== null && !Array.isArray(value), {
      error: 'must be an object',
    })
    .meta({
      type: 'object',
      additionalProperties: {},
      description: `A composition: { type: "view", title?, body: [nodes] }. Read \`${names.authoringGuide}\` and look the types up with \`${names.describePrimitives}\` first.`,
    })
}

interface ToolParts<Shape extends z.core.$ZodLooseShape> {
  title: string
  description: string
  shape: Shape
  run(input: z.output<z.ZodObject<Shape>>): ToolResult | Promise<ToolResult>
}

function defineWith(maxCharacters: number) {
  return <Shape extends z.core.$ZodLooseShape>(
    name: string,
    { title, description, shape, run }: ToolParts<Shape>,
  ): CompositionTool => {
    // Keyless tools are listed closed, the form client linters ask for, and still forgive a stray argument.
    const object = z.object(shape)
    const inputSchema =
      Object.keys(shape).length === 0 ? object.meta({ additionalProperties: false }) : object
    const handler = async (input: Record<string, unknown>): Promise<CompositionToolResult> => {
      try {
        return limited(await run(input as z.output<typeof object>), maxCharacters)
      } catch (thrown) {
        return textResult(messageOf(thrown), true)
      }
    }
    return {
      name,
      title,
      description,
      inputSchema,
      annotations: { title, readOnlyHint: true, openWorldHint: false },
      handler,
      execute: (input) => handler(input),
    }
  }
}

function limited(result: ToolResult, max: number): ToolResult {
  const size = result.content.reduce(
    (sum, block) => sum + (block.type === 'text' ? block.text.length : 0),
    0,
  )
  if (size <= max) return result
  return textResult(
    `The answer has ${size} characters, more than the ${max} allowed here. Make the composition smaller.`,
    true,
  )
}
