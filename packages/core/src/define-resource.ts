import type { ResourceDefinition } from './resource'
import { ToolError } from './tool-error'

/**
 * Checks a resource definition and freezes it.
 * @throws ToolError INVALID_DEFINITION when name, address or `read` is missing, or it has both kinds of address.
 */
export function defineResource<const Definition extends ResourceDefinition>(
  definition: Definition,
): Definition {
  const { name, uri, uriTemplate, read } = definition as ResourceDefinition
  const invalid = (reason: string) =>
    new ToolError('INVALID_DEFINITION', `Invalid resource ${JSON.stringify(name)}: ${reason}.`)
  if (typeof name !== 'string' || name === '')
    throw invalid('the name must be a string that is not empty')
  if ((uri === undefined) === (uriTemplate === undefined))
    throw invalid('it needs either a uri or a uriTemplate')
  const address: unknown = uri ?? uriTemplate
  if (typeof address !== 'string' || !/^[A-Za-z][A-Za-z0-9+.-]*:/.test(address))
    throw invalid('its address must begin with a scheme, such as file: or docs:')
  if (uriTemplate !== undefined && !/\{[^{}]+\}/.test(uriTemplate))
    throw invalid('a uriTemplate needs at least one {variable}')
  if (typeof read !== 'function') throw invalid('read must be a function')
  return Object.freeze({ ...definition })
}
