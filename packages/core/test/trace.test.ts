import { context, type Span, SpanStatusCode, trace } from '@opentelemetry/api'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base'
import { callTool, composeTool, defineTool, type ToolTracer } from '@toolprism/core'
import { expect, test } from 'vitest'
import * as z from 'zod'

const exporter = new InMemorySpanExporter()
const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
const otel = provider.getTracer('test')

/** The whole bridge to OpenTelemetry. */
const tracer: ToolTracer = {
  start({ name, attributes, parent }) {
    const around = parent ? trace.setSpan(context.active(), parent as Span) : context.active()
    return otel.startSpan(name, { attributes }, around)
  },
  end(span, attributes = {}) {
    ;(span as Span).setAttributes(attributes).end()
  },
  error(span, { type, message }) {
    ;(span as Span).setAttribute('error.type', type)
    ;(span as Span).setStatus({ code: SpanStatusCode.ERROR, message })
  },
}

const schema = z.object({ n: z.number() })
const good = defineTool({ name: 'good', inputSchema: schema, execute: ({ n }) => n })
const bad = defineTool({
  name: 'bad',
  inputSchema: schema,
  execute: () => {
    throw new Error('boom')
  },
})
const finished = () => {
  const spans = exporter.getFinishedSpans()
  exporter.reset()
  return spans
}

test('a call is one span with the GenAI names, without arguments', async () => {
  await callTool(good, { n: 1 }, { tracer, callId: 'c1' })
  const [span] = finished()
  expect(span).toMatchObject({
    name: 'execute_tool good',
    attributes: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'good',
      'gen_ai.tool.call.id': 'c1',
      'gen_ai.tool.type': 'function',
    },
  })
  expect(JSON.stringify(span!.attributes)).not.toContain('arguments')
})

test('arguments and results on request', async () => {
  await callTool(good, { n: 1 }, { tracer: { ...tracer, recordContent: true } })
  expect(finished()[0]!.attributes).toMatchObject({
    'gen_ai.tool.call.arguments': '{"n":1}',
    'gen_ai.tool.call.result': '[{"type":"text","text":"1"}]',
  })
})

test("a macro's spans nest, and a failure carries its type", async () => {
  const macro = composeTool({
    name: 'macro',
    schema,
    tracer,
    steps: [
      { tool: good, mapArgs: ({ args }) => args },
      { tool: bad, mapArgs: ({ args }) => args },
    ],
  })
  await callTool(macro, { n: 1 }, { tracer })
  const spans = finished()
  const byName = Object.fromEntries(spans.map((span) => [span.name, span]))
  expect(Object.keys(byName)).toEqual([
    'execute_tool good',
    'execute_tool bad',
    'invoke_workflow macro',
    'execute_tool macro',
  ])
  const workflow = byName['invoke_workflow macro']!
  expect(byName['execute_tool bad']).toMatchObject({
    parentSpanContext: { spanId: workflow.spanContext().spanId },
    attributes: { 'error.type': 'TOOL_FAILED' },
    status: { code: SpanStatusCode.ERROR, message: 'boom' },
  })
  expect(workflow.attributes).toMatchObject({ 'gen_ai.workflow.name': 'macro' })
  expect(workflow.parentSpanContext?.spanId).toBe(
    byName['execute_tool macro']!.spanContext().spanId,
  )
})

test('a tracer that throws harms nothing', async () => {
  const broken: ToolTracer = {
    start() {
      throw new Error('x')
    },
    end() {
      throw new Error('x')
    },
    error() {
      throw new Error('x')
    },
  }
  expect((await callTool(good, { n: 1 }, { tracer: broken })).isError).toBeUndefined()
  const macro = composeTool({
    name: 'macro',
    schema,
    tracer: broken,
    steps: [{ tool: good, mapArgs: ({ args }) => args }],
  })
  expect((await callTool(macro, { n: 1 })).isError).toBeUndefined()
})
