/** A path in PDF operators, in the coordinates of the SVG, and the height it covers. */
export interface PdfPath {
  operators: string
  top: number
  bottom: number
}

type Point = [x: number, y: number]

const counts: Record<string, number> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, Z: 0 }

/** Rewrites SVG path data as PDF operators; undefined for a command it does not know (arcs). */
export function toPdfPath(data: string): PdfPath | undefined {
  const out: string[] = []
  let current: Point = [0, 0]
  let start: Point = [0, 0]
  let control: Point | undefined
  let quadratic = false
  let top = Number.POSITIVE_INFINITY
  let bottom = Number.NEGATIVE_INFINITY
  const emit = (operator: string, ...points: Point[]) => {
    for (const [, y] of points) {
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
    }
    out.push(`${points.map(([x, y]) => `${pdfNumber(x)} ${pdfNumber(y)}`).join(' ')} ${operator}`)
    current = points.at(-1) ?? current
  }
  const cubic = (a: Point, b: Point, end: Point) => {
    emit('c', a, b, end)
    control = b
    quadratic = false
  }
  const quad = (mid: Point, end: Point) => {
    const from = current
    emit('c', between(from, mid, 2 / 3), between(end, mid, 2 / 3), end)
    control = mid
    quadratic = true
  }
  for (const [, letter, list] of data.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
    const command = letter!.toUpperCase()
    const relative = letter !== command
    const size = counts[command]
    if (size === undefined) return undefined
    const numbers = Array.from(list!.matchAll(/[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi), (n) =>
      Number(n[0]),
    )
    if (command === 'Z') {
      out.push('h')
      current = start
      control = undefined
      continue
    }
    for (let index = 0; index + size <= numbers.length; index += size) {
      const [ox, oy]: Point = relative ? current : [0, 0]
      const point = (offset: number): Point => [
        numbers[index + offset]! + ox,
        numbers[index + offset + 1]! + oy,
      ]
      const previous = control
      const wasQuadratic = quadratic
      control = undefined
      const mirrored = (matching: boolean): Point =>
        previous && matching
          ? [2 * current[0] - previous[0], 2 * current[1] - previous[1]]
          : current
      if (command === 'M') {
        emit(index === 0 ? 'm' : 'l', point(0))
        if (index === 0) start = current
      } else if (command === 'L') emit('l', point(0))
      else if (command === 'H') emit('l', [numbers[index]! + ox, current[1]])
      else if (command === 'V') emit('l', [current[0], numbers[index]! + oy])
      else if (command === 'C') cubic(point(0), point(2), point(4))
      else if (command === 'S') cubic(mirrored(!wasQuadratic), point(0), point(2))
      else if (command === 'Q') quad(point(0), point(2))
      else quad(mirrored(wasQuadratic), point(0))
    }
  }
  return { operators: out.join('\n'), top, bottom }
}

/** A circle as four curves. */
export function circlePath(cx: number, cy: number, r: number): string {
  const k = r * 0.5523
  return `M${cx - r} ${cy}C${cx - r} ${cy - k} ${cx - k} ${cy - r} ${cx} ${cy - r}C${cx + k} ${cy - r} ${cx + r} ${cy - k} ${cx + r} ${cy}C${cx + r} ${cy + k} ${cx + k} ${cy + r} ${cx} ${cy + r}C${cx - k} ${cy + r} ${cx - r} ${cy + k} ${cx - r} ${cy}Z`
}

export function pdfNumber(value: number): string {
  return String(Math.round(value * 1_000) / 1_000)
}

function between(from: Point, to: Point, share: number): Point {
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]
}
