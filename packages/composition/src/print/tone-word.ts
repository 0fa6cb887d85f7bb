import type { Tone } from '../runtime/blocks'

const words: Record<Tone, string> = {
  neutral: 'Note',
  info: 'Info',
  success: 'Success',
  warning: 'Warning',
  danger: 'Danger',
}

/** The word that says a tone where colour cannot: `Warning`. Neutral has none unless asked for. */
export function toneWord(tone: Tone | undefined): string | undefined {
  return tone === undefined || tone === 'neutral' ? undefined : words[tone]
}

/** The word a callout of this tone begins with. */
export function calloutWord(tone: Tone | undefined): string {
  return words[tone ?? 'neutral']
}
