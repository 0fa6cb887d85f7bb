import type {
  ElicitRequest,
  ElicitResult,
  PromptDefinition,
  ResourceDefinition,
  ToolDefinition,
} from '@toolprism/core'
import type { SdkChoice } from '../load-sdk'

/** Where a server is: a program, an address, or a ready transport. */
export interface ServerLocation {
  /** A program that speaks MCP over standard input and output. */
  command?: string | undefined
  args?: string[] | undefined
  /** Added to a small safe part of this process's environment. */
  env?: Record<string, string> | undefined
  cwd?: string | undefined
  /** What to do with the program's standard error; `pipe` keeps its end for error messages. @default 'pipe' */
  stderr?: 'pipe' | 'inherit' | 'ignore' | undefined
  /** An address that speaks Streamable HTTP. */
  url?: string | URL | undefined
  headers?: Record<string, string> | undefined
  fetch?: typeof fetch | undefined
  /** An OAuth client provider of the SDK, passed to its transport. */
  auth?: unknown
  /**
   * Answers the code (or the parameters of the redirect, with SDK v2) the browser came back with after
   * `auth.redirectToAuthorization`; asked when the server wants a sign-in or more scopes.
   */
  authorize?: (() => Promise<string | URLSearchParams>) | undefined
  /** A transport of the SDK in use, or a function that makes one (only then can the connection be made again). */
  transport?: unknown | (() => unknown | Promise<unknown>)
}

export interface ConnectMcpOptions extends ServerLocation {
  /** Our label for the server: it prefixes the names. The server's own name is not used. */
  name: string
  /** @default 'auto' */
  sdk?: SdkChoice | undefined
  /** Revisions to speak, with SDK v2. @default 'auto' for a url, 'legacy' for a command (asking a program takes a second start) */
  protocol?: 'auto' | 'legacy' | 'modern' | undefined
  /** Believe the server's annotations, and do not ask again when its tools change. @default false */
  trust?: boolean | undefined
  /** Milliseconds a request may take without progress. @default 60_000 */
  timeout?: number | undefined
  /** Milliseconds a call may take in all. @default 600_000 */
  maxTotalTimeout?: number | undefined
  /** Characters of a result; more is cut in the middle. @default what core's callTool allows */
  maxResultCharacters?: number | undefined
  /** A bad tool is left out and told in `problems`, or the connection fails. @default 'skip' */
  onInvalidTool?: 'skip' | 'throw' | undefined
  /** A result that does not fit its declared schema is an error, or passes. @default 'error' */
  onInvalidOutput?: 'error' | 'ignore' | undefined
  /** Check inputs against the server's schemas before they are sent. @default true */
  validateInput?: boolean | undefined
  /** Fingerprints of the tools a person approved, by remote name: others wait for `approve`. @default the first list is approved */
  approved?: Record<string, string> | undefined
  /** Answers the server's questions to the user; `forward` lets the running tool's own host ask. @default none */
  elicit?: 'forward' | ((request: ElicitRequest) => Promise<ElicitResult>) | undefined
  /** Answers `sampling/createMessage`. @default none */
  sample?: ((params: Record<string, unknown>) => Promise<Record<string, unknown>>) | undefined
  /** Told to the server as its roots. @default none */
  roots?: { uri: string; name?: string }[] | undefined
  onLog?: ((level: string, data: unknown, logger: string | undefined) => void) | undefined
  onToolsChanged?: ((diff: ToolsDiff) => void) | undefined
  /** Waits before a connection is tried again; a test passes its own. */
  sleep?: ((milliseconds: number) => Promise<void>) | undefined
}

/** Something a server sent that cannot be used. */
export interface McpProblem {
  server: string
  /** The tool, prompt or resource it is about. */
  item?: string
  code: string
  message: string
}

/** Remote names of the tools that came, went, and differ. */
export interface ToolsDiff {
  added: string[]
  removed: string[]
  changed: string[]
}

export interface McpConnection {
  readonly name: string
  readonly tools: readonly ToolDefinition[]
  readonly resources: readonly ResourceDefinition[]
  readonly prompts: readonly PromptDefinition[]
  readonly problems: readonly McpProblem[]
  /** How to use the server, in its own (untrusted) words. */
  readonly instructions: string | undefined
  readonly serverInfo: { name: string; version: string } | undefined
  /** Fingerprints by remote name, to keep with an approval. */
  readonly fingerprints: Readonly<Record<string, string>>
  /** Remote names that wait for `approve`: new or changed since a person last agreed. */
  readonly unapproved: readonly string[]
  approve(remoteNames?: readonly string[]): void
  /** Reads the lists again. */
  refresh(): Promise<ToolsDiff>
  close(): Promise<void>
}
