// Controls but line feed and tab, zero-width characters, and what turns the direction of text.
const hidden = /[\p{Cc}\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu

/** Text as it is, with each character that a person would not see, or that moves others, written as `\uXXXX`. */
export function showHidden(text: string): string {
  return text.replace(hidden, (character) =>
    character === '\n' || character === '\t'
      ? character
      : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
