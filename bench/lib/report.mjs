import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { arch, cpus, platform } from 'node:os'
import { figure, groupByCase } from './table.mjs'

const head = `# Benchmarks

Made by \`npm run bench -- --report\`; do not edit. Every section is one run of one suite, us and the peers in the same run.
Ratios are to the floor, the subject that stands at 1×, each the median of the rounds' own ratios, so not quite the quotient of two values; figures of different sections are not comparable.
A goal that does not hold stands here as it is. How it is measured, and the traps: [bench/README.md](../bench/README.md).
`

/** Writes the sections of the suites that ran; sections of the others stay, or say that they were not measured. */
export function writeReport(file, { suites, abouts, rows, quick }) {
  const before = existsSync(file) ? readSections(readFileSync(file, 'utf8')) : new Map()
  const sections = new Map(suites.map((suite) => [suite, before.get(suite) ?? missing(suite)]))
  for (const [suite, about] of abouts) {
    const own = rows.filter((row) => row.suite === suite)
    sections.set(suite, section(suite, about, own, quick))
  }
  const blocks = [...sections].map(
    ([suite, body]) => `<!-- suite ${suite} -->\n${body}\n<!-- end of ${suite} -->\n`,
  )
  writeFileSync(file, `${head}\n${blocks.join('\n')}`)
  console.log(`wrote ${file}`)
}

function missing(suite) {
  return `## ${suite}\n\nNot measured yet: \`npm run bench -- ${suite} --report\`.`
}

function readSections(text) {
  const pattern = /<!-- suite (\S+) -->\n([\s\S]*?)\n<!-- end of \1 -->/g
  return new Map([...text.matchAll(pattern)].map(([, suite, body]) => [suite, body]))
}

function section(suite, about, rows, quick) {
  const machine = `Node ${process.version}, ${platform()} ${arch()}, ${cpus().length} × ${cpus()[0]?.model?.trim() ?? 'unknown CPU'}`
  const cases = new Map()
  for (const row of rows) cases.set(row.case, [...(cases.get(row.case) ?? []), row])
  const tables = [...cases].flatMap(([name, members]) => {
    const metrics = new Set(members.map(({ metric }) => metric))
    const plain = members.every(({ goal }) => goal === undefined)
    // Many figures of the same subjects read best side by side.
    if (plain && metrics.size > 2) return region(name, matrix(members, [...metrics]))
    return [...groupByCase(members)].map(([title, own]) => region(title, list(own)))
  })
  return `## ${suite}\n\n${cell(about)}\n\n${machine}${quick ? ', quick run' : ''}.\n\n${tables.join('\n\n')}`
}

/** A titled table that another page can include by name. */
function region(title, table) {
  const name = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return `<!-- #region ${name} -->\n### ${cell(title)}\n\n${table}\n<!-- #endregion ${name} -->`
}

function list(rows) {
  const lines = rows.map((row) =>
    line([
      nameOf(row),
      `${figure(row.value)} ${row.unit}`,
      row.ratio === undefined ? '' : `${figure(row.ratio)}×`,
      row.goal ?? '',
      row.holds === undefined ? '' : row.holds ? 'yes' : '**no**',
    ]),
  )
  const title = line(['subject', 'value', 'ratio', 'goal', 'holds'])
  return `${title}\n| --- | ---: | ---: | --- | --- |\n${lines.join('\n')}`
}

function matrix(rows, metrics) {
  const subjects = new Map()
  for (const row of rows)
    subjects.set(nameOf(row), { ...subjects.get(nameOf(row)), [row.metric]: row })
  const lines = [...subjects].map(([name, figures]) =>
    line([name, ...metrics.map((metric) => cellOf(figures[metric]))]),
  )
  return `${line(['subject', ...metrics])}\n| --- |${' ---: |'.repeat(metrics.length)}\n${lines.join('\n')}`
}

const nameOf = ({ subject, version }) =>
  version === 'workspace' ? subject : `${subject} ${version}`
const cellOf = (row) => (row ? `${figure(row.value)} ${row.unit}` : '')
const line = (cells) => `| ${cells.map(cell).join(' | ')} |`

/** Text of a cell or a line: no column, tag or template of its own. */
function cell(text) {
  return String(text).replace(/[|<{]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
