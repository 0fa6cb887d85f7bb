import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'

/**
 * Keeps the samples of Markdown pages equal to files that compile and run.
 * A page says `<!-- sample: examples/one-tool.ts -->` (or `examples/one-tool.ts#region`) above a code fence.
 */
export function syncSamples(markdown: string, page = 'the page'): string {
  return markdown.replace(
    /(<!-- sample: (\S+?)(?:#(\S+))? -->\n(`{3,})\w*\n)[\s\S]*?(?<=\n)(\4\n)/g,
    (_, head: string, file: string, region: string | undefined, _fence: string, tail: string) =>
      `${head}${readSample(page, file, region)}\n${tail}`,
  )
}

function readSample(page: string, file: string, region?: string): string {
  if (!existsSync(file)) throw new Error(`${page} takes a sample of ${file}, which does not exist`)
  const text = readFileSync(file, 'utf8')
  if (!region) return text.trim()
  const match = new RegExp(`// #region ${region}\\n([\\s\\S]*?)\\n\\s*// #endregion`).exec(text)
  if (!match) throw new Error(`${page} takes region "${region}" of ${file}, which has none`)
  const lines = match[1]!.split('\n')
  const indent = Math.min(...lines.filter(Boolean).map((line) => line.search(/\S/)))
  return lines.map((line) => line.slice(indent)).join('\n')
}

/** Every Markdown page that may hold samples. */
export function pages(): string[] {
  const readmes = ['packages', 'apps'].flatMap((folder) =>
    readdirSync(folder).map((name) => `${folder}/${name}/README.md`),
  )
  return ['README.md', ...readmes, ...markdownBelow('docs')].filter((file) => existsSync(file))
}

/** Pages written by hand: what is made from a package, and what is installed, is left out. */
function markdownBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isFile()) return path.endsWith('.md') ? [path] : []
    return /^docs\/(node_modules|api|packages|\..*)$/.test(path) ? [] : markdownBelow(path)
  })
}

if (process.argv.includes('--write'))
  for (const page of pages()) writeFileSync(page, syncSamples(readFileSync(page, 'utf8'), page))
