import type { CompositionFormat } from '@toolprism/composition'
import { formatValidationError } from '@toolprism/composition'
import type { CompositionRuntime } from '@toolprism/composition/runtime'
import { Hono } from 'hono'

/** Draws a composition on every surface, or says what to repair. */
export function renderRoute(
  runtime: CompositionRuntime,
  formats: Record<string, CompositionFormat>,
): Hono {
  return new Hono().post('/', async (context) => {
    const body = (await context.req.json().catch(() => undefined)) as
      | { composition?: unknown }
      | undefined
    if (body?.composition === undefined)
      return context.json({ error: 'Expected a JSON body with `composition`.' }, 400)
    const { valid, errors, warnings, composition } = runtime.validate(body.composition)
    const findings = {
      valid,
      errors: errors.map(formatValidationError),
      warnings: warnings.map(({ surface, message }) => `${surface}: ${message}`),
    }
    if (!valid || !composition) return context.json(findings)
    const { text, markdown, html, slack } = runtime.surfaces
    const drawn: Record<string, string> = {}
    for (const [name, format] of Object.entries(formats)) {
      const output = await format.render(composition, {})
      drawn[name] = typeof output === 'string' ? output : Buffer.from(output).toString('base64')
    }
    return context.json({
      ...findings,
      surfaces: {
        ...drawn,
        text: text.render(composition),
        markdown: markdown.render(composition),
        html: html.render(composition, { css: 'separate' }),
        slack: JSON.stringify(slack.render(composition), null, 2),
      },
    })
  })
}
