import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { CatalogEntry, Composition } from '@toolprism/composition'
import { createRuntime, standardPack } from '@toolprism/composition/runtime'
import { incidentReport } from '../examples/compositions/incident-report'
import { metricsReview } from '../examples/compositions/metrics-review'
import { projectStatus } from '../examples/compositions/project-status'

const runtime = createRuntime({ packs: [standardPack] })
const { text, markdown, html, slack, svg } = runtime.surfaces
const images = 'docs/images/composition'

/** The gallery of the composition package: every primitive on every surface, as files by path. */
export function galleryFiles(): Map<string, string> {
  const files = new Map<string, string>()
  const picture = (name: string, composition: Composition, width: number) => {
    for (const theme of ['light', 'dark'] as const)
      files.set(`${images}/${name}-${theme}.svg`, svg.render(composition, { theme, width }))
    const link = (theme: string) => `images/composition/${name}-${theme}.svg`
    return `<picture><source media="(prefers-color-scheme: dark)" srcset="${link('dark')}"><img alt="${name}" src="${link('light')}"></picture>`
  }
  const examples = {
    'incident-report': incidentReport,
    'metrics-review': metricsReview,
    'project-status': projectStatus,
  }
  const sections = [
    '# Compositions, on every surface',
    'Made by `npm run gallery:composition`; do not edit. Pictures are the `svg` surface; PNG, WebP and PDF look the same with the bundled fonts.',
    '## Three whole views',
    ...Object.entries(examples).map(
      ([name, composition]) =>
        `[${name}.ts](../examples/compositions/${name}.ts)\n\n${picture(name, composition, 960)}`,
    ),
    ...runtime.getAuthoringContext().groups.flatMap((group) => [
      `## ${group.title}`,
      ...group.types.flatMap((type) => {
        const entry = runtime.primitives.find((candidate) => candidate.type === type)!
        return [primitiveSection(entry, picture(type, asView(entry), 640))]
      }),
    ]),
  ]
  files.set('docs/gallery-composition.md', `${sections.join('\n\n')}\n`)
  return files
}

function asView(entry: CatalogEntry): Composition {
  // A catalog example is a valid node: a test of the package says so.
  return { type: 'view', body: [entry.example as Composition['body'][number]] }
}

function primitiveSection(entry: CatalogEntry, picture: string): string {
  const view = asView(entry)
  const fence = (language: string, content: string) => `\`\`\`\`${language}\n${content}\n\`\`\`\``
  const folded = (title: string, body: string) =>
    `<details><summary>${title}</summary>\n\n${body}\n\n</details>`
  return [
    `### ${entry.type}`,
    entry.purpose,
    fence('json', JSON.stringify(entry.example)),
    picture,
    folded('text', fence('text', text.render(view))),
    folded('markdown', fence('markdown', markdown.render(view))),
    folded('html', fence('html', html.render(view, { css: 'separate' }).html)),
    folded('slack', fence('json', JSON.stringify(slack.render(view).blocks, null, 2))),
  ].join('\n\n')
}

if (process.argv.includes('--write'))
  for (const [path, content] of galleryFiles()) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
  }
