// Writes ../src/icons.generated.ts: `npm install && npm run generate` in this folder.
// Every icon becomes one path: half the bytes of the nodes, and nothing but a `d` to draw.
import { readFileSync, writeFileSync } from 'node:fs'

const lucide = new URL('./node_modules/lucide-static/', import.meta.url)
const read = (path) => readFileSync(new URL(path, lucide), 'utf8')
const nodes = JSON.parse(read('icon-nodes.json'))
const { version } = JSON.parse(read('package.json'))
const { icons, aliases } = JSON.parse(
  readFileSync(new URL('./icons.json', import.meta.url), 'utf8'),
)

const number = (value) => String(Math.round(Number(value) * 1000) / 1000)

/** A path that may follow another: a leading relative move is absolute only at the very start. */
function absoluteStart(d) {
  const match = /^m\s*(-?[\d.]+)[\s,]*(-?[\d.]+)\s*(.*)$/s.exec(d)
  if (!match) return d
  const rest = match[3]
  return `M${match[1]} ${match[2]}${/^[-.\d]/.test(rest) ? 'l' : ''}${rest}`
}

function ellipse(cx, cy, rx, ry) {
  const size = `${number(rx)} ${number(ry)} 0 1 0`
  return `M${number(cx - rx)} ${number(cy)}a${size} ${number(2 * rx)} 0a${size} ${number(-2 * rx)} 0z`
}

function rectangle({ x = 0, y = 0, width, height, rx, ry }) {
  const r = Number(rx ?? ry ?? 0)
  const [w, h] = [width - 2 * r, height - 2 * r].map(number)
  const corner = (dx, dy) => (r ? `a${r} ${r} 0 0 1 ${dx} ${dy}` : '')
  return `M${number(Number(x) + r)} ${number(y)}h${w}${corner(r, r)}v${h}${corner(-r, r)}h${-w}${corner(-r, -r)}v${-h}${corner(r, -r)}z`
}

function toPath([tag, a]) {
  switch (tag) {
    case 'path':
      return absoluteStart(a.d)
    case 'circle':
      return ellipse(Number(a.cx), Number(a.cy), Number(a.r), Number(a.r))
    case 'ellipse':
      return ellipse(Number(a.cx), Number(a.cy), Number(a.rx), Number(a.ry))
    case 'line':
      return `M${a.x1} ${a.y1}L${a.x2} ${a.y2}`
    case 'rect':
      return rectangle(a)
    case 'polyline':
    case 'polygon':
      return `M${a.points.trim()}${tag === 'polygon' ? 'z' : ''}`
    default:
      throw new Error(`no path for <${tag}>`)
  }
}

/** Numbers need no space before a minus sign. */
const compact = (d) =>
  d
    .replace(/[\s,]+/g, ' ')
    .replace(/ ?([a-zA-Z]) ?/g, '$1')
    .replace(/ -/g, '-')
    .trim()

const missing = [...icons, ...Object.values(aliases)].filter((name) => !nodes[name])
if (missing.length) throw new Error(`not in lucide-static ${version}: ${missing.join(', ')}`)

const entries = [...icons]
  .sort()
  .map((name) => `  '${name}': '${compact(nodes[name].map(toPath).join(''))}',`)
const alias = Object.keys(aliases)
  .sort()
  .map((name) => `  '${name}': '${aliases[name]}',`)
writeFileSync(
  new URL('../src/icons.generated.ts', import.meta.url),
  `/*! Icons of Lucide ${version}: ISC, Copyright (c) Lucide Icons and Contributors; some MIT, Copyright (c) Cole Bemis. See LICENSE-lucide. */
// Each icon joined into one path. Written by icons/generate.mjs.

/** Path data by lucide name, for a 24 by 24 box, drawn with a round stroke of 2. */
export const iconPaths: Readonly<Record<string, string>> = {
${entries.join('\n')}
}

/** Older and everyday names. */
export const iconAliases: Readonly<Record<string, string>> = {
${alias.join('\n')}
}
`,
)
writeFileSync(new URL('../LICENSE-lucide', import.meta.url), read('LICENSE'))
console.log(`${icons.length} icons, ${Object.keys(aliases).length} aliases`)
