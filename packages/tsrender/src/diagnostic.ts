export type DiagnosticCode =
  | 'bad-keyword'
  | 'dangling-reference'
  | 'duplicate-tool'
  | 'empty-type'
  | 'enum-mismatch'
  | 'inexpressible'
  | 'renamed'
  | 'text-clipped'
  | 'too-deep'
  | 'too-large'
  | 'unknown-type'
  | 'unreadable-schema'

/** Something a renderer could not say, or had to change. The rest of the tool, and every other tool, is unharmed. */
export interface Diagnostic {
  code: DiagnosticCode
  message: string
  /** The tool's original name. */
  tool?: string | undefined
  /** JSON pointer into the tool, such as `/inputSchema/properties/a`. */
  pointer: string
}
