import { defineConfig, type Options } from 'tsup'

/** The one build every package uses: ESM, declarations, no bundled dependency. `entry` maps a subpath name to its source file. */
export function build(entry: Record<string, string>, options: Options = {}) {
  return defineConfig({
    entry,
    format: 'esm',
    platform: 'neutral',
    target: 'node20',
    clean: true,
    splitting: true,
    treeshake: true,
    // rollup-plugin-dts sets baseUrl, which TypeScript 6 deprecates.
    dts: { compilerOptions: { ignoreDeprecations: '6.0', customConditions: [] } },
    ...options,
  })
}
