import type { ToolAnnotations } from '@toolprism/core'

/** What a renderer reads of a tool. Every core `ToolDefinition` fits, and so does an entry of MCP's `tools/list`. */
export interface RenderTool {
  name: string
  title?: string | undefined
  description?: string | undefined
  /** Guidance for the model alone, printed as `[hint]`. */
  llmHint?: string | undefined
  /** A JSON Schema, or a Standard Schema that can print itself as one. */
  inputSchema?: unknown
  outputSchema?: unknown
  inputExamples?: readonly unknown[] | undefined
  annotations?: ToolAnnotations | undefined
}

export interface ParityOptions {
  /** Prints byte for byte what agentsdk 0.3 (Airlock) printed, where that was valid TypeScript. */
  compat?: 'airlock-0.3' | undefined
}
