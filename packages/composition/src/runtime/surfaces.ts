import type { Composition, CompositionNode, SurfaceName, Theme } from '../composition'
import { CompositionValidationError } from '../errors'
import { namesOf, serializeHtml } from '../print/html-element'
import { pageCss, pageCssFor } from '../print/html-style'
import { printHtml } from '../print/print-html'
import { printMarkdown } from '../print/print-markdown'
import { printSlack } from '../print/print-slack'
import { printText } from '../print/print-text'
import type { SlackMessage } from '../print/slack-blocks'
import { formatValidationError, type ValidationError } from '../validation-error'
import { type Page, type PageOptions, toPage } from './page'
import type { ValidationResult } from './validate-composition'
import type { Vocabulary } from './vocabulary'

export interface RenderOptions {
  /** False leaves title and subtitle out, for a place that shows its own. @default true */
  heading?: boolean | undefined
}

export interface HtmlRenderOptions extends RenderOptions {
  /** Wins over the composition's own theme. */
  theme?: Theme | undefined
  /** `separate` returns the style sheet apart, for a shadow root or a page that has it. @default 'inline' */
  css?: 'inline' | 'separate' | undefined
  /** `collect` draws the findings in place of an invalid composition. @default 'collect' */
  onValidationError?: 'throw' | 'collect' | undefined
}

export interface HtmlResult {
  /** One `section`, after a `style` when the style sheet is inline. */
  html: string
  /** The whole style sheet, the same for every view but for its last rules. */
  css: string
  /** Always empty: no surface needs a script. */
  js: ''
  validationErrors: ValidationError[]
}

/** A surface draws a composition, or one node as the only node of a view. Both validate and draw the checked copy. */
export interface Surface<Options, Result> {
  readonly validating: true
  /** Throws a CompositionValidationError for an invalid composition. */
  render(composition: Composition, options?: Options): Result
  renderNode(node: CompositionNode, options?: Options): Result
}

export interface TextSurfaces {
  text: Surface<RenderOptions, string>
  markdown: Surface<RenderOptions, string>
  html: Surface<HtmlRenderOptions, HtmlResult>
  slack: Surface<RenderOptions, SlackMessage>
}

export interface SurfaceContext {
  vocabulary: Vocabulary
  validate(value: unknown): ValidationResult
  ariaLabel?: string | undefined
}

/** The page of a composition that must be valid. */
function toValidPage(
  composition: unknown,
  surface: SurfaceName,
  context: SurfaceContext,
  options: PageOptions,
): Page {
  const result = context.validate(composition)
  if (!result.valid || !result.composition) throw new CompositionValidationError(result.errors)
  return toPage(result.composition, surface, context.vocabulary, {
    ...options,
    ariaLabel: context.ariaLabel,
  })
}

/** Adds `renderNode`, which draws a node as the only one of an untitled view. */
function withNodes<Options, Result>(
  render: (composition: Composition, options?: Options) => Result,
): Surface<Options, Result> {
  return {
    validating: true,
    render,
    renderNode: (node, options) => render({ type: 'view', body: [node] }, options),
  }
}

/** The four surfaces that need nothing but the composition. */
export function createTextSurfaces(context: SurfaceContext): TextSurfaces {
  const printer = <Result>(surface: SurfaceName, print: (page: Page) => Result) =>
    withNodes<RenderOptions, Result>((composition, options = {}) =>
      print(toValidPage(composition, surface, context, { heading: options.heading })),
    )
  return {
    text: printer('text', printText),
    markdown: printer('markdown', printMarkdown),
    slack: printer('slack', printSlack),
    html: withNodes((composition, options) => renderHtml(composition, context, options)),
  }
}

function renderHtml(
  composition: unknown,
  context: SurfaceContext,
  options: HtmlRenderOptions = {},
): HtmlResult {
  const result = context.validate(composition)
  const refused = result.composition === undefined || options.onValidationError === 'throw'
  if (!result.valid && refused) throw new CompositionValidationError(result.errors)
  const page = result.valid
    ? toPage(result.composition!, 'html', context.vocabulary, {
        heading: options.heading,
        theme: options.theme,
        ariaLabel: context.ariaLabel,
      })
    : findingsPage(result.errors, options.theme)
  const { root, rules } = printHtml(page)
  const html = serializeHtml(root)
  const own = rules.join('')
  return {
    html:
      options.css === 'separate'
        ? html
        : `<style>${pageCssFor(namesOf(root))}${own}</style>${html}`,
    css: pageCss + own,
    js: '',
    validationErrors: result.errors,
  }
}

function findingsPage(errors: readonly ValidationError[], theme: Theme = 'auto'): Page {
  const items = errors.map((error) => ({ spans: [{ text: formatValidationError(error) }] }))
  return {
    theme,
    label: 'View',
    blocks: [
      {
        kind: 'box',
        role: 'callout',
        tone: 'danger',
        title: 'This view is not valid',
        blocks: [{ kind: 'list', ordered: false, items }],
      },
    ],
  }
}
