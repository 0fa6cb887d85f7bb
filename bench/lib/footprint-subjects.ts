/** What a user would install and write for one job. Ours come from tarballs, the peers from the registry. */
export interface FootprintSubject {
  name: string
  /** Packages to install; the first one's version is told. Peers are taken at the version of bench/package.json. */
  install: string[]
  /** The module that is imported and bundled: what the job needs, by name. */
  module: string
}

export interface FootprintJob {
  job: string
  /** Subjects beyond the first two are left out of a quick run. */
  subjects: FootprintSubject[]
}

export const jobs: FootprintJob[] = [
  {
    job: 'define and call a tool',
    subjects: [
      {
        name: 'toolprism',
        install: ['@toolprism/core', 'zod'],
        module: `export { callTool, defineTool } from '@toolprism/core'\nexport * as z from 'zod'`,
      },
      {
        name: 'AI SDK',
        install: ['ai', 'zod'],
        module: `export { generateText, tool } from 'ai'\nexport * as z from 'zod'`,
      },
      {
        name: 'langchain',
        install: ['@langchain/core', 'zod'],
        module: `export { tool } from '@langchain/core/tools'\nexport * as z from 'zod'`,
      },
      {
        name: 'mastra',
        install: ['@mastra/core', 'zod'],
        module: `export { createTool } from '@mastra/core/tools'\nexport * as z from 'zod'`,
      },
    ],
  },
  {
    job: 'serve MCP over stdio',
    subjects: [
      {
        name: 'toolprism',
        install: ['@toolprism/adapter-mcp', '@modelcontextprotocol/server', 'zod'],
        module: `export { serveStdio } from '@toolprism/adapter-mcp/stdio'\nexport { StdioServerTransport } from '@modelcontextprotocol/server/stdio'\nexport * as z from 'zod'`,
      },
      {
        name: 'SDK 2',
        install: ['@modelcontextprotocol/server', 'zod'],
        module: `export { McpServer } from '@modelcontextprotocol/server'\nexport { StdioServerTransport } from '@modelcontextprotocol/server/stdio'\nexport * as z from 'zod'`,
      },
      {
        name: 'SDK 1',
        install: ['@modelcontextprotocol/sdk', 'zod'],
        module: `export { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'\nexport { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'\nexport * as z from 'zod'`,
      },
      {
        name: 'tmcp',
        install: ['tmcp', '@tmcp/adapter-zod', '@tmcp/transport-stdio', 'zod'],
        module: `export { McpServer } from 'tmcp'\nexport { ZodJsonSchemaAdapter } from '@tmcp/adapter-zod'\nexport { StdioTransport } from '@tmcp/transport-stdio'\nexport * as z from 'zod'`,
      },
      {
        name: 'fastmcp',
        install: ['fastmcp', 'zod'],
        module: `export { FastMCP } from 'fastmcp'\nexport * as z from 'zod'`,
      },
    ],
  },
  {
    job: 'an agent loop',
    subjects: [
      {
        name: 'toolprism',
        install: ['@toolprism/harness', 'zod'],
        module: `export { createAgent } from '@toolprism/harness'\nexport * as z from 'zod'`,
      },
      {
        name: 'AI SDK',
        install: ['ai', 'zod'],
        module: `export { generateText, streamText, tool } from 'ai'\nexport * as z from 'zod'`,
      },
      {
        name: 'OpenAI Agents',
        install: ['@openai/agents-core', 'zod'],
        module: `export { Agent, Runner, tool } from '@openai/agents-core'\nexport * as z from 'zod'`,
      },
    ],
  },
  {
    job: 'tools as TypeScript',
    subjects: [
      {
        name: 'toolprism',
        install: ['@toolprism/tsrender'],
        module: `export { bindNamespace, renderCatalog } from '@toolprism/tsrender'`,
      },
      {
        name: 'json-schema-to-typescript',
        install: ['json-schema-to-typescript'],
        module: `export { compile } from 'json-schema-to-typescript'`,
      },
    ],
  },
  {
    job: 'a report as PNG',
    subjects: [
      {
        name: 'toolprism',
        install: ['@toolprism/composition', '@takumi-rs/core', 'zod'],
        module: `export { createRuntime, standardPack } from '@toolprism/composition/runtime'\nexport { takumiFormats } from '@toolprism/composition/takumi'`,
      },
      {
        name: 'satori + resvg',
        install: ['satori', '@resvg/resvg-js', '@fontsource/inter', 'react'],
        module: `export { default as satori } from 'satori'\nexport { Resvg } from '@resvg/resvg-js'`,
      },
    ],
  },
]
