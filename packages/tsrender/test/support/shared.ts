import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The folder of shared material, where it exists: beside the repository, or where TOOLPRISM_SHARED says. */
export const shared = [
  process.env['TOOLPRISM_SHARED'],
  fileURLToPath(new URL('../../../../../shared', import.meta.url)),
  fileURLToPath(new URL('../../../../../../shared', import.meta.url)),
].find((folder) => folder && existsSync(`${folder}/catalogs`))

export interface SharedCatalog {
  name: string
  tools: { name: string; description: string; inputSchema: unknown; outputSchema?: unknown }[]
}

/** Real tool lists; none where the folder is not. */
export function readCatalogs(): SharedCatalog[] {
  if (!shared) return []
  return readdirSync(`${shared}/catalogs`)
    .filter((file) => file.endsWith('.tools.json'))
    .map((file) => ({
      name: file.replace('.tools.json', ''),
      tools: JSON.parse(readFileSync(`${shared}/catalogs/${file}`, 'utf8')).tools,
    }))
}
