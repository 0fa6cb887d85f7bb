import { iconNode } from '../icons'
import { attributes, escapeHtml } from './escape-html'

/** An icon as inline SVG drawn by us, or the emoji as text; hidden from assistive technology. */
export function renderIcon(icon: string, className = 'tp-svg'): string {
  const node = iconNode(icon)
  if (!node) return `<span class="tp-emoji" aria-hidden="true">${escapeHtml(icon)}</span>`
  const shapes = node.map(([tag, values]) => `<${tag}${attributes(values)}/>`).join('')
  return `<svg class="${className}" viewBox="0 0 24 24" aria-hidden="true" focusable="false">${shapes}</svg>`
}
