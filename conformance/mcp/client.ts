// The client under test: `client.ts v1|v2 URL`; the suite says in the environment what to do.
import { connectMcp, type McpConnection } from '@toolprism/adapter-mcp/client'
import { callTool, type ToolDefinition, toJsonSchema } from '@toolprism/core'
import { createAuthProvider, createMachineProvider, type ScenarioContext } from './auth-provider'

const [version, url = ''] = process.argv.slice(2)
const sdk = version === 'v1' ? 'v1' : 'v2'
const scenario = process.env.MCP_CONFORMANCE_SCENARIO ?? ''
const context: ScenarioContext = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}')
const isModern = process.env.MCP_CONFORMANCE_PROTOCOL_VERSION === '2026-07-28'

const { provider, authorize } = createAuthProvider(context)
const machine = scenario.startsWith('auth/client-credentials-')
const connection = await connectMcp({
  name: 'suite',
  url,
  sdk,
  protocol: sdk === 'v2' ? (isModern ? 'auto' : 'legacy') : 'legacy',
  ...(machine && { auth: await createMachineProvider(sdk, context) }),
  ...(scenario.startsWith('auth/') &&
    !machine && {
      auth: provider,
      authorize: async () => (sdk === 'v1' ? ((await authorize()).get('code') ?? '') : authorize()),
    }),
  elicit: async () => ({ action: 'accept', content: {} }),
  // One scenario sends null for a boolean, to see that no header goes with it.
  validateInput: scenario !== 'http-custom-headers',
  timeout: 20_000,
})
try {
  await run(connection)
} finally {
  await connection.close()
}

async function run({ tools, resources, prompts, problems }: McpConnection): Promise<void> {
  for (const problem of problems) console.error(`${problem.code}: ${problem.message}`)
  if (scenario === 'initialize') return
  if (scenario === 'json-schema-2020-12-preservation') return echoSchema(tools)
  const planned = (context as { toolCalls?: { name: string; arguments: unknown }[] }).toolCalls
  const wanted =
    planned ?? tools.map((tool) => ({ name: remoteName(tool), arguments: sampleInput(tool) }))
  for (const { name, arguments: input } of wanted) {
    const tool = tools.find((item) => remoteName(item) === name)
    if (!tool) continue
    const result = await callTool(tool, input)
    console.error(name, JSON.stringify(result).slice(0, 300))
  }
  for (const resource of resources)
    if (resource.uri !== undefined) await resource.read({ signal: new AbortController().signal })
  for (const prompt of prompts)
    await prompt.build(Object.fromEntries((prompt.arguments ?? []).map(({ name }) => [name, 'x'])))
}

/** The server compares what comes back with what it had sent. */
async function echoSchema(tools: readonly ToolDefinition[]): Promise<void> {
  const focal = tools.find((tool) => remoteName(tool) === 'json_schema_2020_12_tool')
  const echo = tools.find((tool) => remoteName(tool) === 'json_schema_echo')
  if (focal && echo) await callTool(echo, { schema: toJsonSchema(focal.inputSchema) })
}

function remoteName(tool: ToolDefinition): string {
  return tool.name.replace('mcp__suite__', '')
}

/** Something for every required property. */
function sampleInput(tool: ToolDefinition): Record<string, unknown> {
  const { properties = {}, required = [] } = toJsonSchema(tool.inputSchema) as {
    properties?: Record<string, { type?: string; enum?: unknown[] }>
    required?: string[]
  }
  const samples: Record<string, unknown> = {
    string: 'x',
    number: 1,
    integer: 1,
    boolean: true,
    array: [],
    object: {},
  }
  return Object.fromEntries(
    required.map((name) => {
      const property = properties[name]
      return [name, property?.enum?.[0] ?? samples[property?.type ?? 'string']]
    }),
  )
}
