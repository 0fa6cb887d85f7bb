import type { ToolAnnotations } from '../tool'
import type { PlannedStep } from './plan'

/**
 * What a macro is, from what its steps are: read-only only if all are, destructive if any is. An absent hint means
 * what MCP says: not read-only, destructive, not idempotent, open-world.
 */
export function deriveAnnotations(
  steps: readonly PlannedStep[],
  stated: ToolAnnotations = {},
  trust = false,
): ToolAnnotations {
  const all = steps.flatMap((step) => step.tools.map(({ tool }) => tool.annotations ?? {}))
  const readOnly = all.every((hints) => hints.readOnlyHint === true)
  const derived = {
    readOnlyHint: readOnly,
    destructiveHint: all.some(
      (hints) => hints.readOnlyHint !== true && hints.destructiveHint !== false,
    ),
    idempotentHint: all.every(
      (hints) => hints.readOnlyHint === true || hints.idempotentHint === true,
    ),
    openWorldHint: all.some((hints) => hints.openWorldHint !== false),
  }
  if (trust) return { ...derived, ...stated }
  const safer = (hint: boolean, own: boolean | undefined) =>
    own === undefined ? hint : hint && own
  const riskier = (hint: boolean, own: boolean | undefined) => hint || own === true
  return {
    ...(stated.title === undefined ? {} : { title: stated.title }),
    readOnlyHint: safer(derived.readOnlyHint, stated.readOnlyHint),
    destructiveHint: riskier(derived.destructiveHint, stated.destructiveHint),
    idempotentHint: safer(derived.idempotentHint, stated.idempotentHint),
    openWorldHint: riskier(derived.openWorldHint, stated.openWorldHint),
  }
}
