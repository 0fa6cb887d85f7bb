import type { ReactNode } from 'react'
import { splitPictures } from '../split-pictures'
import { safeMedia } from '../view/safe-url'
import type { ToolCallView } from '../view/tool-call-view.types'

/** The pictures under a card, seen although it is folded; a tall one is cut until it is clicked. */
export function Pictures({ view }: { view: ToolCallView }): ReactNode {
  const { pictures } = splitPictures(view)
  if (pictures.length === 0) return null
  return (
    <div className="tp-pictures">
      {pictures.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a result never changes its order.
        <details key={index} className="tp-picture">
          <summary>
            <img decoding="async" src={safeMedia(item.source)} alt={item.alt} />
          </summary>
        </details>
      ))}
    </div>
  )
}
