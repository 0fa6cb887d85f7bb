import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

/** What one entry weighs when a user bundles it: minified and gzip bytes, and every module inside. */
export interface Bundle {
  minified: number
  gzip: number
  /** Input paths, relative to the repository; a dependency shows as `node_modules/...`. */
  inputs: string[]
  /** Specifiers left as imports. */
  external: string[]
  code: string
}

/** Bundles an entry file as a user would: workspace packages from source, `external` left out. */
export async function bundleEntry(entry: string, external: string[] = []): Promise<Bundle> {
  const output = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    mainFields: ['module', 'main'],
    conditions: ['@toolprism/source', 'import', 'module', 'default'],
    external: ['node:*', ...external],
    splitting: true,
    outdir: 'out',
    logLevel: 'silent',
  })
  // Chunks behind `import()` load on first use; only what the entry loads at once counts.
  const outputs = output.metafile.outputs
  const eager = new Set<string>()
  const visit = (path: string) => {
    if (eager.has(path) || !outputs[path]) return
    eager.add(path)
    for (const item of outputs[path].imports)
      if (item.kind !== 'dynamic-import' && !item.external) visit(item.path)
  }
  visit(Object.keys(outputs).find((path) => outputs[path]?.entryPoint) ?? '')
  const files = output.outputFiles.filter((file) =>
    [...eager].some((path) => file.path.endsWith(path.replace(/^\.\//, ''))),
  )
  return {
    minified: files.reduce((sum, file) => sum + file.contents.length, 0),
    gzip: files.reduce((sum, file) => sum + gzipSync(file.contents).length, 0),
    inputs: [...eager].flatMap((path) => Object.keys(outputs[path]?.inputs ?? {})),
    external: [...eager].flatMap((path) =>
      (outputs[path]?.imports ?? []).filter((item) => item.external).map((item) => item.path),
    ),
    code: files.map((file) => file.text).join('\n'),
  }
}
