import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Facts about the repository that several gates read. */
export const root = fileURLToPath(new URL('..', import.meta.url))

export interface Manifest {
  name: string
  version: string
  private?: boolean
  type?: string
  sideEffects?: boolean
  license?: string
  files?: string[]
  engines?: Record<string, string>
  exports?: Record<string, string | Record<string, string>>
  publishConfig?: { access?: string; exports?: Record<string, string | Record<string, string>> }
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

export interface Package {
  /** Folder name: `core`, `adapter-mcp`. */
  folder: string
  path: string
  manifest: Manifest
}

/** Every published package. */
export const packages: Package[] = readdirSync(`${root}packages`)
  .filter((folder) => existsSync(`${root}packages/${folder}/package.json`))
  .map((folder) => readPackage(folder, `packages/${folder}`))

/** Everything in the repository that may import a package. */
export const consumers: Package[] = [
  ...packages,
  ...['apps/demo-server', 'examples', 'bench', 'conformance']
    .filter((path) => existsSync(`${root}${path}/package.json`))
    .map((path) => readPackage(path.split('/').pop() ?? path, path)),
]

function readPackage(folder: string, path: string): Package {
  return { folder, path, manifest: JSON.parse(readFileSync(`${root}${path}/package.json`, 'utf8')) }
}

/** Source files below a folder, relative to the repository. */
export function sourceFiles(folder: string): string[] {
  if (!existsSync(`${root}${folder}`)) return []
  return (readdirSync(`${root}${folder}`, { recursive: true }) as string[])
    .filter((file) => /\.(ts|tsx|mjs|js)$/.test(file))
    .filter((file) => !/(^|\/)(node_modules|dist|\.cache)\//.test(file))
    .map((file) => `${folder}/${file}`)
}

/** The specifiers a file imports, with whether the import is of types alone. Comments do not count. */
export function importsOf(file: string): { specifier: string; typeOnly: boolean }[] {
  const text = readFileSync(`${root}${file}`, 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|\s)\/\/.*$/gm, '')
  const found: { specifier: string; typeOnly: boolean }[] = []
  const statement =
    /(?:^|[\n;])\s*(import|export)\s+(type\s+)?(?:[\w*{}\s,$]+?\sfrom\s+)?['"]([^'"\n]+)['"]/g
  for (const match of text.matchAll(statement))
    found.push({ specifier: match[3] ?? '', typeOnly: Boolean(match[2]) })
  for (const match of text.matchAll(/(typeof\s+)?import\(\s*['"]([^'"\n]+)['"]/g))
    found.push({ specifier: match[2] ?? '', typeOnly: Boolean(match[1]) })
  return found
}

/** `@scope/name/sub` -> `@scope/name`; relative specifiers and `node:` modules give undefined. */
export function packageNameOf(specifier: string): string | undefined {
  if (/^(\.|node:|\/)/.test(specifier)) return undefined
  const parts = specifier.split('/')
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : parts[0]
}
