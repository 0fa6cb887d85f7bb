import type { ResultView, ToolCallView } from './view/tool-call-view.types'

/** An image of a result. */
export type PictureView = Extract<ResultView, { kind: 'image' }>

const seenAtOnce = 4

/**
 * The images a card shows even while it is folded, the first four, and what is left for its body: a picture is looked at, everything else is looked up.
 */
export function splitPictures(view: ToolCallView): { pictures: PictureView[]; rest: ResultView[] } {
  const pictures: PictureView[] = []
  const rest: ResultView[] = []
  for (const item of view.result)
    if (item.kind === 'image' && pictures.length < seenAtOnce) pictures.push(item)
    else rest.push(item)
  return { pictures, rest }
}
