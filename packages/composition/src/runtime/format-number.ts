const format = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 })

/** A number the same way on every machine, with its unit after one space (`%` without). */
export function formatNumber(value: number, unit?: string): string {
  const small = Number.isInteger(value) && value > -1_000 && value < 1_000
  const text = small ? String(value) : format.format(value)
  return unit ? withUnit(text, unit) : text
}

/** A number or a ready text, with its unit. */
export function formatValue(value: number | string, unit?: string): string {
  if (typeof value === 'number') return formatNumber(value, unit)
  return unit ? withUnit(value, unit) : value
}

function withUnit(text: string, unit: string): string {
  return unit === '%' ? `${text}%` : `${text} ${unit}`
}
