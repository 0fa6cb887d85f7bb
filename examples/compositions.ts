// Three answers a model could give, drawn in every format. `OUT=folder` keeps the files to look at.
import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { createRuntime, standardPack } from '@toolprism/composition/runtime'
import { takumiFormats } from '@toolprism/composition/takumi'
import { incidentReport } from './compositions/incident-report'
import { metricsReview } from './compositions/metrics-review'
import { projectStatus } from './compositions/project-status'

const runtime = createRuntime({ packs: [standardPack] })
const { text, markdown, html, slack, svg } = runtime.surfaces
const formats = takumiFormats({ runtime })
const folder = process.env['OUT']

async function keep(file: string, content: string | Uint8Array) {
  assert.ok(content.length > 500, `${file} is nearly empty`)
  if (!folder) return
  await mkdir(folder, { recursive: true })
  await writeFile(`${folder}/${file}`, content)
}

const begins = { png: '\x89PNG', webp: 'RIFF', svg: '<svg', pdf: '%PDF' }

for (const [name, composition] of Object.entries({
  incidentReport,
  metricsReview,
  projectStatus,
})) {
  assert.deepEqual(runtime.validate(composition).errors, [])
  await keep(`${name}.txt`, text.render(composition))
  await keep(`${name}.md`, markdown.render(composition))
  await keep(`${name}.slack.json`, JSON.stringify(slack.render(composition), null, 2))
  const page = html.render(composition).html
  await keep(
    `${name}.html`,
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${name}</title>${page}</html>`,
  )
  for (const theme of ['light', 'dark'] as const) {
    await keep(`${name}-${theme}.plain.svg`, svg.render(composition, { theme }))
    for (const format of ['png', 'svg', 'webp', 'pdf'] as const) {
      const drawn = await formats[format].render(composition, { theme })
      const head = typeof drawn === 'string' ? drawn : Buffer.from(drawn).toString('latin1')
      assert.ok(head.startsWith(begins[format]), `${name} is no ${format}`)
      await keep(`${name}-${theme}.${format}`, drawn)
    }
  }
}
