/** Prints a suite's rows: subject, value, ratio to the floor, goal and verdict. */
export function printTable(name, about, rows) {
  console.log(`\n${name}: ${about}`)
  for (const [caseName, members] of groupByCase(rows)) {
    console.log(`\n  ${caseName}`)
    const lines = members.map((row) => cells(row))
    const widths = lines[0].map((_, column) =>
      Math.max(...lines.map((line) => line[column].length)),
    )
    for (const line of lines)
      console.log(
        `    ${line
          .map((cell, column) =>
            column === 0 || column === 3
              ? cell.padEnd(widths[column])
              : cell.padStart(widths[column]),
          )
          .join('  ')}`.trimEnd(),
      )
  }
  const goals = rows.filter((row) => row.holds !== undefined)
  const held = goals.filter((row) => row.holds).length
  console.log(`\n  ${held} of ${goals.length} goals hold\n`)
}

export function groupByCase(rows) {
  const groups = new Map()
  for (const row of rows) {
    const key = row.metric === 'time' ? row.case : `${row.case} (${row.metric})`
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return groups
}

function cells(row) {
  const version = row.version === 'workspace' ? '' : ` ${row.version}`
  const ratio = row.ratio === undefined ? '' : `${figure(row.ratio)}×`
  const verdict = row.holds === undefined ? '' : `${row.holds ? 'holds' : 'FAILS'}  ${row.goal}`
  return [`${row.subject}${version}`, `${figure(row.value)} ${row.unit}`, ratio, verdict]
}

/** Three significant digits, without an exponent. */
export function figure(value) {
  if (!Number.isFinite(value)) return String(value)
  const magnitude = Math.abs(value)
  if (magnitude >= 100) return Math.round(value).toLocaleString('en-US')
  return String(Number(value.toPrecision(3)))
}
