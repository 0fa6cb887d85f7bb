import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type CatalogOptions, renderCatalog } from '@toolprism/tsrender'
import { build } from 'esbuild'
import { compile } from 'json-schema-to-typescript'
import type { Catalog } from './tsrender-catalogs'

/** Prints a catalog as texts that are compiled apart; all but one print a single text. */
export type Render = (catalog: Catalog) => string[] | Promise<string[]>

export const CODEMODE = '@cloudflare/codemode'
export const JSTT = 'json-schema-to-typescript'
export const UTCP = '@utcp/code-mode'

export const ours =
  (options: CatalogOptions = {}): Render =>
  ({ name, tools }) => [renderCatalog([{ name, tools }], options).text]

export async function loadRenderers(): Promise<Record<string, Render>> {
  const codemode = await loadPeer<{ generateTypesFromJsonSchema(tools: object): string }>(CODEMODE)
  const utcp = await loadPeer<{ CodeModeUtcpClient: { prototype: object } }>(UTCP)
  return {
    'raw JSON': ({ tools }) => [JSON.stringify(tools)],
    toolprism: ours(),
    'toolprism, groups': ours({ share: 'groups' }),
    'toolprism, summary': ours({ detail: 'summary' }),
    [CODEMODE]: ({ tools }) => [
      codemode.generateTypesFromJsonSchema(
        Object.fromEntries(tools.map((tool) => [tool.name, tool])),
      ),
    ],
    [UTCP]({ tools }) {
      // A fresh client each time: it keeps what it printed, by name.
      const client = Object.assign(Object.create(utcp.CodeModeUtcpClient.prototype), {
        toolFunctionCache: new Map(),
      })
      const texts = tools.map(({ name, description, inputSchema, outputSchema }) =>
        client.toolToTypeScriptInterface({
          name,
          description,
          inputs: inputSchema,
          outputs: outputSchema ?? {},
          tags: [],
        }),
      )
      return [texts.join('\n')]
    },
    async [JSTT]({ tools }) {
      const options = { format: false, bannerComment: '', additionalProperties: false } as const
      const texts: string[] = []
      // It writes into the schema it is given.
      for (const { name, inputSchema, outputSchema } of tools)
        for (const [suffix, schema] of [
          ['Input', inputSchema],
          ['Output', outputSchema],
        ] as const)
          if (schema)
            texts.push(await compile(structuredClone(schema) as never, `${name}${suffix}`, options))
      return texts
    },
  }
}

/** A peer whose package imports what only its own host has; that part is left empty. */
async function loadPeer<T>(name: string): Promise<T> {
  const file = `node_modules/.toolprism/peer-${name.replaceAll(/\W/g, '-')}.mjs`
  const outfile = join(process.cwd(), file)
  await build({
    stdin: { contents: `export * from '${name}'`, resolveDir: process.cwd() },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'error',
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
    plugins: [
      {
        name: 'no-host',
        setup(context) {
          context.onResolve({ filter: /^(cloudflare:|isolated-vm$)/ }, ({ path }) => ({
            path,
            namespace: 'no-host',
          }))
          context.onLoad({ filter: /.*/, namespace: 'no-host' }, () => ({
            contents:
              'export class RpcTarget {} export class WorkerEntrypoint {} export class DurableObject {} export const env = {}, exports = {}; export default {}',
          }))
        },
      },
    ],
  })
  return import(pathToFileURL(outfile).href)
}
