// Advance widths of Inter, U+0020 to U+007E, in thousandths of the font size.
const regular = toWidths(
  '281 288 466 633 642 982 644 300 365 365 501 662 288 460 288 360 631 407 610 618 646 593 620 566 619 620 288 302 662 662 662 511 966 690 654 730 722 601 590 746 743 269 571 672 565 903 753 765 639 765 644 642 646 744 690 985 682 679 629 365 360 365 471 456 323 562 612 571 612 583 370 613 591 242 242 549 242 876 591 600 612 612 376 528 327 591 562 818 546 562 552 426 333 426 662',
)
const semibold = toWidths(
  '252 321 523 644 650 1004 663 326 373 373 540 673 319 465 319 379 660 423 623 636 666 612 640 576 640 640 319 329 673 673 673 543 999 728 659 737 722 605 588 749 746 277 580 703 565 922 759 769 645 773 652 650 660 736 728 1020 720 713 652 373 379 373 481 469 351 574 624 583 624 591 389 625 612 262 262 569 262 900 612 609 624 624 397 549 353 612 587 839 569 588 566 455 359 455 673',
)

function toWidths(list: string): readonly number[] {
  return list.split(' ').map(Number)
}

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u
const zero = /[\p{Mn}\p{Me}\p{Cf}]/u

export interface TextLook {
  size: number
  bold?: boolean | undefined
  code?: boolean | undefined
}

// Viewers without Inter use a wider sans: room for it keeps text inside its box.
const allowance = 1.04

/** Estimated width of a text in pixels. */
export function textWidth(text: string, { size, bold, code }: TextLook): number {
  const widths = bold ? semibold : regular
  let sum = 0
  for (const character of text) {
    const unit = character.codePointAt(0)!
    const ascii = widths[unit - 32]
    if (code && ascii !== undefined) sum += 610
    else if (ascii !== undefined) sum += ascii
    else if (wide.test(character)) sum += 1_000
    else if (!zero.test(character)) sum += 640
  }
  return (sum * size * allowance) / 1_000
}
