/** The names of the six tools, in their order. */
export interface CompositionToolNames {
  readonly authoringGuide: string
  readonly describePrimitives: string
  readonly validate: string
  readonly render: string
  readonly listViews: string
  readonly requestView: string
}

/** Tool names with a prefix; `isomer` gives the names of Elastic Isomer. @default prefix 'composition' */
export function compositionToolNames(prefix = 'composition'): CompositionToolNames {
  checkPrefix(prefix)
  return {
    authoringGuide: `${prefix}_authoring_guide`,
    describePrimitives: `${prefix}_describe_primitives`,
    validate: `${prefix}_validate`,
    render: `${prefix}_render`,
    listViews: `${prefix}_list_views`,
    requestView: `${prefix}_request_view`,
  }
}

/** The resource URIs with a prefix. @default prefix 'composition' */
export function compositionUris(prefix = 'composition') {
  checkPrefix(prefix)
  return {
    authoringGuide: `${prefix}://authoring-guide`,
    compositionSchema: `${prefix}://composition-schema`,
    /** The URI of a drawn composition in a format. */
    render: (format: string) => `${prefix}://render/${encodeURIComponent(format)}`,
  }
}

/** The name of the prompt, whatever the prefix. */
export const composePromptName = 'compose'

// The prefix is a URI scheme and the longest suffix has 20 characters of a name's 64.
function checkPrefix(prefix: string): void {
  if (!/^[a-z][a-z0-9-]{0,39}$/.test(prefix))
    throw new TypeError(
      `The prefix ${JSON.stringify(prefix)} must be 1 to 40 of a-z, 0-9 and -, beginning with a letter.`,
    )
}
