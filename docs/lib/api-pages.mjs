import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readPackages } from './package-pages.mjs'
import { repository, root } from './repository-links.mjs'

/** Writes docs/api/: one page for each entry of each package, from its docstrings. Throws on a TypeDoc warning. */
export async function writeApiPages() {
  const { Application } = await import('typedoc')
  const packages = readPackages()
  const entries = packages.flatMap((item) => item.entries)
  const out = join(root, 'docs/api')
  rmSync(out, { recursive: true, force: true })
  const app = await Application.bootstrapWithPlugins({
    plugin: ['typedoc-plugin-markdown'],
    entryPoints: entries.map(({ source }) => source),
    tsconfig: join(root, 'docs/tsconfig.api.json'),
    outputs: [{ name: 'markdown', path: out }],
    outputFileStrategy: 'modules',
    flattenOutputFiles: true,
    entryFileName: 'index.md',
    readme: 'none',
    hideBreadcrumbs: true,
    hidePageHeader: true,
    useCodeBlocks: true,
    tableColumnSettings: { hideSources: true },
    expandObjects: true,
    parametersFormat: 'table',
    interfacePropertiesFormat: 'table',
    typeDeclarationFormat: 'table',
    enumMembersFormat: 'table',
    sourceLinkTemplate: `${repository}/blob/main/packages/{path}#L{line}`,
    gitRevision: 'main',
    disableGit: true,
    sourceLinkExternal: true,
    basePath: root,
    excludeExternals: true,
    excludePrivate: true,
    skipErrorChecking: true,
    validation: { notExported: false, invalidLink: true, notDocumented: false },
    logLevel: 'Warn',
    name: 'API',
  })
  const project = await app.convert()
  if (!project) throw new Error('TypeDoc could not read the packages')
  const names = new Map(entries.map((item) => [item.source, item]))
  for (const module of project.children ?? []) {
    const file = module.sources?.[0]?.fullFileName
    const item = names.get(file)
    if (!item) throw new Error(`no entry for ${module.name} (${file})`)
    module.name = item.page
  }
  await app.generateOutputs(project)
  if (app.logger.hasErrors() || app.logger.hasWarnings())
    throw new Error('TypeDoc warned, see above')
  titlePages(out, entries)
  writeIndex(out, packages)
}

/** Each page is headed by the specifier a user imports. */
function titlePages(out, entries) {
  for (const { entry, page } of entries) {
    const file = join(out, `${page}.md`)
    const text = mendAnchors(
      readFileSync(file, 'utf8')
        .replace(/^# .*$/m, '')
        .trim(),
    )
    writeFileSync(
      file,
      `---\neditLink: false\noutline: [2, 3]\n---\n# \`${entry}\` {#entry}\n\n${text}\n`,
    )
  }
}

/** The plugin numbers an anchor that differs from another only in its dots; the site's headings do not. */
function mendAnchors(markdown) {
  const headings = new Map()
  for (const [, title] of markdown.matchAll(/^#+ (.*)$/gm)) {
    const slug = title.replace(/[^\w-]/g, '').toLowerCase()
    headings.set(slug, (headings.get(slug) ?? 0) + 1)
  }
  return markdown.replace(/\]\(#([\w-]+)-(\d+)\)/g, (link, slug, number) =>
    headings.has(slug) && headings.get(slug) <= Number(number) ? `](#${slug})` : link,
  )
}

function writeIndex(out, packages) {
  mkdirSync(out, { recursive: true })
  const lines = packages.map(({ folder, name, description, entries }) => {
    const links = entries.map(({ entry, page }) => `  - [\`${entry}\`](./${page}.md)`)
    return `- [**${name}**](../packages/${folder}.md): ${description}\n${links.join('\n')}`
  })
  writeFileSync(
    join(out, 'index.md'),
    `---\neditLink: false\n---\n# API\n\nEvery export of every entry, made from the source.\n\n${lines.join('\n')}\n`,
  )
}
