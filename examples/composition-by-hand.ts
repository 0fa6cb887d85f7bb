// Hosts wired without an adapter: the tools, resources and prompt are plain data. Names are those of Elastic Isomer.
import assert from 'node:assert/strict'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import {
  createCompositionPrompts,
  createCompositionResources,
  createCompositionTools,
} from '@toolprism/composition'
import { createRuntime, standardPack } from '@toolprism/composition/runtime'
import { createTakumiBackend } from '@toolprism/composition/takumi'
import { tool } from 'ai'

const runtime = createRuntime({ packs: [standardPack] })
const prefix = 'isomer'

// #region formats
const takumi = createTakumiBackend()
const { snapshot } = runtime.surfaces

const tools = createCompositionTools({
  runtime,
  prefix,
  formats: {
    png: {
      mimeType: 'image/png',
      render: (composition, options) => takumi.png(snapshot.render(composition, options)),
    },
    svg: {
      mimeType: 'image/svg+xml',
      render: (composition, options) => takumi.svg(snapshot.render(composition, options)),
    },
    pdf: {
      mimeType: 'application/pdf',
      render: (composition, options) => takumi.pdf(snapshot.renderPages([composition], options)),
    },
  },
})
// #endregion
const resources = createCompositionResources({ runtime, prefix })
const prompts = createCompositionPrompts({ runtime, prefix })
const server = new McpServer({ name: 'by-hand', version: '1' })

// #region mcp
for (const tool of tools) {
  const { name, title, description, inputSchema } = tool
  if (Object.keys(inputSchema.shape).length === 0) {
    server.registerTool(name, { title, description }, () => tool.handler(inputSchema.parse({})))
  } else {
    server.registerTool(name, { title, description, inputSchema }, (input) => tool.handler(input))
  }
}
for (const resource of resources) {
  const { name, uri, title, description, mimeType } = resource
  server.registerResource(name, uri, { title, description, mimeType }, ({ href }) => ({
    contents: [{ uri: href, mimeType, text: resource.read() }],
  }))
}
for (const prompt of prompts) {
  const { name, title, description, argsSchema } = prompt
  server.registerPrompt(name, { title, description, argsSchema: argsSchema.shape }, (args) => ({
    messages: [
      { role: 'user', content: { type: 'text', text: prompt.build(argsSchema.parse(args)) } },
    ],
  }))
}
// #endregion

// #region ai-sdk
const aiTools = Object.fromEntries(
  tools.map(({ name, description, inputSchema, handler }) => [
    name,
    tool({ description, inputSchema, execute: (input) => handler(input) }),
  ]),
)
// #endregion

const client = new Client({ name: 'test', version: '1' })
const [near, far] = InMemoryTransport.createLinkedPair()
await Promise.all([server.connect(far), client.connect(near)])
const guide = await client.callTool({ name: 'isomer_authoring_guide' })
const [text] = guide.content as { text: string }[]
assert.match(text?.text ?? '', /## Primitive catalog/)
const read = await client.readResource({ uri: 'isomer://authoring-guide' })
assert.equal((read.contents[0] as { text: string }).text, text?.text)
const composed = await client.getPrompt({ name: 'compose', arguments: { request: 'Show p95.' } })
assert.match(JSON.stringify(composed), /## Request/)
const composition = { type: 'view', body: [{ type: 'text', text: 'Hello' }] }
const drawn = await client.callTool({
  name: 'isomer_render',
  arguments: { composition, format: 'pdf' },
})
assert.match(JSON.stringify(drawn), /isomer:\/\/render\/pdf/)
const answered = await aiTools['isomer_validate']?.execute?.(
  { composition },
  { toolCallId: '1', messages: [], context: {} },
)
assert.match(JSON.stringify(answered), /valid/)
await client.close()
