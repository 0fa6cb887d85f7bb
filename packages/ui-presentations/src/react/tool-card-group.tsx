import { type ReactNode, useId, useRef } from 'react'
import { groupToolCalls, type ToolCallGroup } from '../group-tool-calls'
import { toolCardStyles } from '../html/tool-card-styles.table'
import { statusIcons } from '../status-icons'
import { defaultTexts } from '../view/default-texts'
import type { ToolCallView } from '../view/tool-call-view.types'
import { Icon } from './icon'
import { ToolCard, type ToolCardProps } from './tool-card'
import { useCardStyles } from './use-card-styles'
import { useOpen } from './use-open'

export interface ToolCardGroupProps
  extends Pick<ToolCardProps, 'onAnswer' | 'renderIcon' | 'texts' | 'focusApproval' | 'announce'> {
  views: readonly ToolCallView[]
}

/** Cards in order; consecutive calls of one group fold into one line with their count and worst status. */
export function ToolCardGroup({ views, ...rest }: ToolCardGroupProps): ReactNode {
  return groupToolCalls(views).map((group) =>
    group.views.length === 1 && group.views[0] ? (
      <ToolCard key={group.key} view={group.views[0]} {...rest} />
    ) : (
      <FoldedGroup key={group.key} group={group} {...rest} />
    ),
  )
}

function FoldedGroup({
  group,
  ...rest
}: { group: ToolCallGroup } & Omit<ToolCardGroupProps, 'views'>): ReactNode {
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const [open, choose] = useOpen(group.key, group.status === 'approval', group.open)
  useCardStyles(frame, toolCardStyles)
  const texts = { ...defaultTexts, ...rest.texts }
  return (
    <div ref={frame} className="tp-group" data-status={group.status} data-tone={group.tone}>
      <button
        type="button"
        id={`${id}header`}
        className="tp-header"
        aria-expanded={open}
        aria-controls={`${id}body`}
        onClick={() => choose(!open)}
      >
        <span className="tp-icon">
          <Icon icon={group.icon} />
        </span>
        <span className="tp-title">
          <bdi className="tp-label">{group.label}</bdi>
          <bdi className="tp-summary">
            {`${group.views.length} ${texts.calls}${group.summary && `: ${group.summary}`}`}
          </bdi>
        </span>
        <span className="tp-state">
          <span className="tp-status">
            <Icon icon={statusIcons[group.status]} />
            <span dir="auto">{group.statusText}</span>
          </span>
        </span>
        <Icon icon="chevron-down" className="tp-svg tp-chevron" />
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: the role is named by its header. */}
      <div
        id={`${id}body`}
        className="tp-members"
        role="group"
        aria-labelledby={`${id}header`}
        hidden={!open}
      >
        {group.views.map((view) => (
          <ToolCard key={view.key} view={view} {...rest} />
        ))}
      </div>
    </div>
  )
}
