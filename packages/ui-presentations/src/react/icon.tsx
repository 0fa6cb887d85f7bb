import { createElement, type ReactNode } from 'react'
import { iconNode } from '../icons'

/** An icon of the table, or the emoji as text; hidden from assistive technology. */
export function Icon({
  icon,
  className = 'tp-svg',
}: {
  icon: string
  className?: string
}): ReactNode {
  const node = iconNode(icon)
  if (!node)
    return (
      <span className="tp-emoji" aria-hidden="true">
        {icon}
      </span>
    )
  return (
    <svg className={className} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {node.map(([tag, attributes]) =>
        createElement(tag, { key: tag + JSON.stringify(attributes), ...attributes }),
      )}
    </svg>
  )
}
