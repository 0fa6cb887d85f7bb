import type { Block } from '../runtime/blocks'

const levels = '▁▂▃▄▅▆▇█'

/** A bar of block glyphs: any positive share has at least one cell. */
export function barCells(share: number | undefined, cells: number): string {
  if (share === undefined || share <= 0) return ''
  return '█'.repeat(Math.max(1, Math.round(share * cells)))
}

/** A sparkline of at most `cells` glyphs. */
export function sparkline(points: readonly number[], cells: number): string {
  const values = thin(points, cells)
  const min = Math.min(...values)
  const range = Math.max(...values) - min
  return values
    .map((value) => levels[range > 0 ? Math.round(((value - min) / range) * 7) : 3])
    .join('')
}

// One value a bucket: the one farthest from the mean, so that a lone spike or dip survives.
function thin(points: readonly number[], cells: number): number[] {
  if (points.length <= cells) return [...points]
  const mean = points.reduce((sum, point) => sum + point / points.length, 0)
  return Array.from({ length: cells }, (_, cell) => {
    const start = Math.floor((cell * points.length) / cells)
    const end = Math.floor(((cell + 1) * points.length) / cells)
    return points
      .slice(start, end)
      .reduce((far, point) => (Math.abs(point - mean) > Math.abs(far - mean) ? point : far))
  })
}

/** The numbers and the span of a line: `min 2, max 40, last 6 (14:00 to 15:00)`. */
export function lineSummary(block: Block & { kind: 'line' }): string {
  const numbers = `min ${block.min}, max ${block.max}, last ${block.last}`
  const span = [block.from, block.to].filter(Boolean).join(' to ')
  return span ? `${numbers} (${span})` : numbers
}
