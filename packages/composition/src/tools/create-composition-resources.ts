import type { ResourceDefinition } from '@toolprism/core'
import { compactJson } from '../text/print-name'
import { buildAuthoringGuide, type GuideOptions } from './authoring-guide'
import { compositionToolNames, compositionUris } from './tool-names'

/** A resource of fixed URI whose text needs no context. */
export interface CompositionResource {
  name: string
  uri: string
  title: string
  description: string
  mimeType: string
  read(): string
}

/** The guide and the whole composition schema; both are made anew at each read. */
export function createCompositionResources(options: GuideOptions): CompositionResource[] {
  const prefix = options.prefix ?? 'composition'
  const uris = compositionUris(prefix)
  const names = compositionToolNames(prefix)
  const resources = [
    {
      name: `${prefix}-authoring-guide`,
      uri: uris.authoringGuide,
      title: 'View authoring guide',
      description: 'How to compose a view, with the index of primitives.',
      mimeType: 'text/markdown',
      read: () => buildAuthoringGuide(options),
    },
    {
      name: `${prefix}-composition-schema`,
      uri: uris.compositionSchema,
      title: 'Composition JSON Schema',
      description: `The JSON Schema of every primitive, for programs. It is large: a model reads the index in the guide and asks ${names.describePrimitives} for the types it needs.`,
      mimeType: 'application/json',
      read: () => compactJson(options.runtime.getAuthoringContext().schema),
    },
  ]
  return resources satisfies ResourceDefinition[]
}
