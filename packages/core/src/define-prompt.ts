import type { PromptDefinition } from './prompt'
import { ToolError } from './tool-error'

/**
 * Checks a prompt definition and freezes it.
 * @throws ToolError INVALID_DEFINITION when the name, an argument's name or `build` is wrong.
 */
export function definePrompt(definition: PromptDefinition): PromptDefinition {
  const { name, build } = definition
  const invalid = (reason: string) =>
    new ToolError('INVALID_DEFINITION', `Invalid prompt ${JSON.stringify(name)}: ${reason}.`)
  if (typeof name !== 'string' || name === '')
    throw invalid('the name must be a string that is not empty')
  if (typeof build !== 'function') throw invalid('build must be a function')
  const seen = new Set<string>()
  for (const argument of definition.arguments ?? []) {
    if (typeof argument.name !== 'string' || argument.name === '')
      throw invalid('every argument needs a name')
    if (seen.has(argument.name)) throw invalid(`the argument ${argument.name} is given twice`)
    seen.add(argument.name)
  }
  return Object.freeze({ ...definition })
}
