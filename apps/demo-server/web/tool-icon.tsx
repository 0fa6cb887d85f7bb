import { iconNode } from '@toolprism/ui-presentations'
import { createElement } from 'react'
import { type ListedTool, lookOf } from './registry'

/** The icon of a tool, drawn from lucide's data; decorative, since the label stands beside it. */
export function ToolIcon({ tool }: { tool: ListedTool }) {
  const { icon } = lookOf(tool)
  const node = iconNode(icon)
  if (!node) return <span aria-hidden="true">{icon}</span>
  return (
    <svg
      width="18"
      height="18"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {node.map(([tag, attributes], index) => createElement(tag, { ...attributes, key: index }))}
    </svg>
  )
}
