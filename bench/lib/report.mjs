import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { arch, cpus, platform } from 'node:os'
import { figure, groupByCase } from './table.mjs'

const head = `# Benchmarks

Made by \`pnpm bench --report\`; do not edit. Every section is one run of one suite, us and the peers in the same run.
Ratios are to the floor named first; figures of different sections are not comparable.
`

/** Writes the sections of the suites that ran; sections of the others stay. */
export function writeReport(file, abouts, rows, quick) {
  let text = existsSync(file) ? readFileSync(file, 'utf8') : head
  for (const [suite, about] of abouts) {
    const begin = `<!-- suite ${suite} -->`
    const end = `<!-- end of ${suite} -->`
    const body = section(
      suite,
      about,
      rows.filter((row) => row.suite === suite),
      quick,
    )
    const block = `${begin}\n${body}\n${end}`
    const from = text.indexOf(begin)
    const to = text.indexOf(end)
    text =
      from < 0 ? `${text}\n${block}\n` : text.slice(0, from) + block + text.slice(to + end.length)
  }
  writeFileSync(file, text)
  console.log(`wrote ${file}`)
}

function section(suite, about, rows, quick) {
  const machine = `Node ${process.version}, ${platform()} ${arch()}, ${cpus().length} × ${cpus()[0]?.model?.trim() ?? 'unknown CPU'}`
  const tables = [...groupByCase(rows)].map(([name, members]) => {
    const lines = members.map(
      (row) =>
        `| ${row.subject}${row.version === 'workspace' ? '' : ` ${row.version}`} | ${figure(row.value)} ${row.unit} | ${
          row.ratio === undefined ? '' : `${figure(row.ratio)}×`
        } | ${row.goal ?? ''} | ${row.holds === undefined ? '' : row.holds ? 'yes' : '**no**'} |`,
    )
    return `### ${name}\n\n| subject | value | ratio | goal | holds |\n| --- | ---: | ---: | --- | --- |\n${lines.join('\n')}`
  })
  return `## ${suite}\n\n${about}\n\n${machine}${quick ? ', quick run' : ''}.\n\n${tables.join('\n\n')}`
}
