import type { CardTexts } from './view/texts'

/** `4,980,000 characters not shown`. */
export function omittedText(count: number, texts: CardTexts): string {
  return texts.omitted.replace('{count}', count.toLocaleString('en'))
}
