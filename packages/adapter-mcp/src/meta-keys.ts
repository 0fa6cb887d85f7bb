/** `_meta` keys of our own; the prefix is a reverse-DNS name, as the MCP specification asks. */
export const presentationKey = 'dev.toolprism/presentation'
/** The tool's `inputExamples`, for which MCP has no field. */
export const examplesKey = 'dev.toolprism/input-examples'
/** True on a tool or result whose non-object value stands under `result`, as older revisions demand an object. */
export const wrappedKey = 'dev.toolprism/wrapped'
/** The JSON value of a progress update, for which MCP has no field. */
export const progressDataKey = 'dev.toolprism/data'

/** Keys of the request envelope of revision 2026-07-28. */
export const clientCapabilitiesKey = 'io.modelcontextprotocol/clientCapabilities'
export const logLevelKey = 'io.modelcontextprotocol/logLevel'

/** MIME type of an MCP App's HTML (ext-apps 2026-01-26). */
export const appMimeType = 'text/html;profile=mcp-app'
