import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** A font for the image formats: the bytes of a TTF, OTF, WOFF or WOFF2 file. */
export interface ImageFont {
  /** Family name. */
  name: string
  data: Uint8Array
  /** 400 is regular, 600 semi-bold. @default what the file says */
  weight?: number
  style?: 'normal' | 'italic'
  /** The generic family the font stands for; code asks for `monospace`. */
  generic?: 'sans-serif' | 'serif' | 'monospace' | 'emoji'
}

let loaded: Promise<ImageFont[]> | undefined

/** Inter 400 and 600 and JetBrains Mono, which come with the package (SIL Open Font License). */
export function defaultFonts(): Promise<ImageFont[]> {
  loaded ??= load()
  return loaded
}

async function load(): Promise<ImageFont[]> {
  // The package finds its own folder by name: sources and bundles lie at different depths.
  const own = createRequire(import.meta.url).resolve('@toolprism/composition/package.json')
  const read = async (file: string) =>
    new Uint8Array(await readFile(join(dirname(own), 'fonts', file)))
  const [regular, semibold, mono] = await Promise.all([
    read('Inter-Regular.woff2'),
    read('Inter-SemiBold.woff2'),
    read('JetBrainsMono-Regular.woff2'),
  ])
  return [
    { name: 'Inter', weight: 400, generic: 'sans-serif', data: regular },
    { name: 'Inter', weight: 600, generic: 'sans-serif', data: semibold },
    { name: 'JetBrains Mono', generic: 'monospace', data: mono },
  ]
}
