/** What a span may carry: the types OpenTelemetry takes. */
export type SpanAttributes = Record<string, string | number | boolean>

/**
 * Spans without a dependency: three functions that a host maps to OpenTelemetry or anything else.
 * What `start` answers is opaque to core and comes back as `parent`, in `end` and in `error`.
 */
export interface ToolTracer {
  start(span: { name: string; attributes: SpanAttributes; parent?: unknown }): unknown
  end(span: unknown, attributes?: SpanAttributes): void
  error(span: unknown, error: { type: string; message: string }): void
  /** Arguments and results of tools are sensitive: they are spans' attributes only on request. @default false */
  recordContent?: boolean
}

/*
 * Names of OpenTelemetry's GenAI semantic conventions. Their status is still "Development": they stand only here.
 */
const operationName = 'gen_ai.operation.name'

export function toolSpan(
  name: string,
  callId: string,
): { name: string; attributes: SpanAttributes } {
  return {
    name: `execute_tool ${name}`,
    attributes: {
      [operationName]: 'execute_tool',
      'gen_ai.tool.name': name,
      'gen_ai.tool.call.id': callId,
      'gen_ai.tool.type': 'function',
    },
  }
}

export function workflowSpan(name: string): { name: string; attributes: SpanAttributes } {
  return {
    name: `invoke_workflow ${name}`,
    attributes: { [operationName]: 'invoke_workflow', 'gen_ai.workflow.name': name },
  }
}

export const toolArguments = (json: string): SpanAttributes => ({
  'gen_ai.tool.call.arguments': json,
})

export const toolResultContent = (json: string): SpanAttributes => ({
  'gen_ai.tool.call.result': json,
})
