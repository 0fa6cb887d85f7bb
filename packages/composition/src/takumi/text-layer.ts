import type { ImageNode } from '../print/image-nodes'
import type { MeasuredNode } from './engine'

/** A run of text where it stands on the page, with the link it belongs to. */
export interface PlacedRun {
  text: string
  x: number
  y: number
  width: number
  height: number
  href?: string | undefined
}

/** Every text run of a laid out page, in reading order. */
export function placedRuns(layout: MeasuredNode, node: ImageNode): PlacedRun[] {
  const runs: PlacedRun[] = []
  const visit = (box: MeasuredNode) => {
    for (const { text, x, y, width, height } of box.runs)
      runs.push({ text, width, height, x: box.transform[4] + x, y: box.transform[5] + y })
    box.children.forEach(visit)
  }
  visit(layout)
  addLinks(runs, node)
  return runs
}

// Layout knows no links: the same text in the same order does. When it differs, links are left out.
function addLinks(runs: PlacedRun[], node: ImageNode): void {
  const hrefs: (string | undefined)[] = []
  let written = ''
  const visit = (own: ImageNode, href: string | undefined) => {
    const address = own.attributes && 'href' in own.attributes ? own.attributes['href'] : href
    if (own.type === 'container')
      own.children.forEach((child) => {
        visit(child, address)
      })
    if (own.type !== 'text') return
    for (const unit of own.text.replace(/\s+/g, '')) {
      written += unit
      hrefs.push(...Array<string | undefined>(unit.length).fill(address))
    }
  }
  visit(node, undefined)
  if (runs.map((run) => run.text.replace(/\s+/g, '')).join('') !== written) return
  let position = 0
  for (const run of runs) {
    const size = run.text.replace(/\s+/g, '').length
    if (size > 0) run.href = hrefs[position]
    position += size
  }
}

/** A font without outlines for at most 256 characters: text to select and search over drawn glyphs. */
export interface TextFont {
  characters: string[]
  codes: Map<string, number>
}

export interface TextLayer {
  fonts: TextFont[]
  /** PDF operators that place the run's text. */
  place(run: PlacedRun): string
}

/** Collects the characters it places; the fonts are complete when every run is placed. */
export function createTextLayer(): TextLayer {
  const fonts: TextFont[] = []
  const codeOf = (character: string): [font: number, code: number] => {
    const known = fonts.findIndex((font) => font.codes.has(character))
    if (known >= 0) return [known, fonts[known]!.codes.get(character)!]
    if ((fonts.at(-1)?.characters.length ?? 256) >= 256)
      fonts.push({ characters: [], codes: new Map() })
    const font = fonts.at(-1)!
    font.codes.set(character, font.characters.length)
    font.characters.push(character)
    return [fonts.length - 1, font.characters.length - 1]
  }
  return {
    fonts,
    place: (run) => {
      const characters = [...run.text]
      const step = run.width / Math.max(1, characters.length)
      const size = run.height * 0.75
      const parts: string[] = []
      let x = run.x
      for (let start = 0; start < characters.length; ) {
        const [font, first] = codeOf(characters[start]!)
        const codes = [first]
        let end = start + 1
        for (; end < characters.length; end++) {
          const [nextFont, code] = codeOf(characters[end]!)
          if (nextFont !== font) break
          codes.push(code)
        }
        const hex = codes.map((code) => code.toString(16).padStart(2, '0')).join('')
        const stretch = ((step / size) * 100).toFixed(2)
        const base = (run.y + run.height * 0.78).toFixed(2)
        parts.push(
          `BT /T${font} ${size.toFixed(2)} Tf ${stretch} Tz 1 0 0 -1 ${x.toFixed(2)} ${base} Tm <${hex}> Tj ET`,
        )
        x += step * codes.length
        start = end
      }
      return parts.join('\n')
    },
  }
}

/** The map from a font's codes to Unicode. */
export function toUnicodeMap(font: TextFont): string {
  const lines = font.characters.map(
    (character, code) => `<${code.toString(16).padStart(2, '0')}> <${utf16Hex(character)}>`,
  )
  const groups: string[] = []
  for (let start = 0; start < lines.length; start += 100) {
    const part = lines.slice(start, start + 100)
    groups.push(`${part.length} beginbfchar\n${part.join('\n')}\nendbfchar`)
  }
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CMapName /Text def /CMapType 2 def',
    '1 begincodespacerange <00> <ff> endcodespacerange',
    ...groups,
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n')
}

function utf16Hex(character: string): string {
  return Array.from({ length: character.length }, (_, index) =>
    character.charCodeAt(index).toString(16).padStart(4, '0'),
  ).join('')
}
