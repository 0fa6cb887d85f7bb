import type { ReactNode } from 'react'
import { progressPercent } from '../progress-percent'
import { runningTime } from '../running-time'
import { statusIcons } from '../status-icons'
import { safeIconSource } from '../view/safe-url'
import type { ToolCallView } from '../view/tool-call-view.types'
import { Icon } from './icon'
import { useClock } from './use-clock'

/** Draws a card's icon in place of the built-in one, for example with lucide-react. Answer undefined to leave it. */
export type RenderIcon = (icon: string, view: ToolCallView) => ReactNode

/** The line that is always seen. */
export function CardHeader({
  view,
  renderIcon,
}: {
  view: ToolCallView
  renderIcon?: RenderIcon | undefined
}): ReactNode {
  const now = useClock(view.status === 'running')
  const line = view.message || view.summary
  const source = safeIconSource(view.iconSource)
  const icon = source ? (
    <img className="tp-svg" src={source} alt="" loading="lazy" referrerPolicy="no-referrer" />
  ) : (
    <Icon icon={view.icon} />
  )
  return (
    <>
      <span className="tp-icon">{renderIcon?.(view.icon, view) ?? icon}</span>
      <span className="tp-title">
        <bdi className="tp-label" title={view.toolName}>
          {view.label}
        </bdi>
        {line ? <bdi className="tp-summary">{line}</bdi> : null}
      </span>
      <span className="tp-state">
        <span className="tp-status">
          <Icon icon={statusIcons[view.status]} />
          <span dir="auto">{view.statusText}</span>
        </span>
        <span className="tp-time">{runningTime(view, now)}</span>
      </span>
      <Icon icon="chevron-down" className="tp-svg tp-chevron" />
    </>
  )
}

/** The bar under the header; nothing when there is nothing to measure. */
export function CardProgress({ view }: { view: ToolCallView }): ReactNode {
  const percent = progressPercent(view)
  if (percent === undefined) return null
  return (
    <div
      className="tp-progress"
      role="progressbar"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-label={view.label}
    >
      <i style={{ inlineSize: `${percent}%` }} />
    </div>
  )
}
