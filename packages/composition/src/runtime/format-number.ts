const format = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 })

/** A number the same way on every machine, with its unit after one space (`%` without). */
export function formatNumber(value: number, unit?: string): string {
  const text = format.format(Object.is(value, -0) ? 0 : value)
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
