import { nearest } from '@toolprism/core'
import type { ReadyTool, ToolRegistry } from './registry'

export type FoundTool = { tool: ReadyTool; repaired?: true } | { tool?: never; close: string[] }

/**
 * The tool a model means: its exact name, else the only one that differs in case or separators alone
 * (`Read_File`, `server.tool`). Otherwise up to five close names.
 */
export function findTool(registry: ToolRegistry, name: string): FoundTool {
  const exact = registry.get(name)
  if (exact) return { tool: exact }
  const loose = looseName(name)
  const alike = registry.tools.filter((tool) => looseName(tool.name) === loose)
  if (loose !== '' && alike.length === 1) return { tool: alike[0]!, repaired: true }
  return { close: closeNames(name, registry.names) }
}

function looseName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')
}

function closeNames(name: string, names: readonly string[]): string[] {
  const rest = [...names]
  const close: string[] = []
  const take = (found: string | undefined) => {
    if (found === undefined) return false
    close.push(found)
    rest.splice(rest.indexOf(found), 1)
    return true
  }
  while (close.length < 5 && take(nearest(name, rest))) {
    // Each round takes the nearest of those left.
  }
  const words = looseName(name)
    .split('_')
    .filter((word) => word.length > 2)
  for (const candidate of [...rest]) {
    if (close.length >= 5) break
    const parts = looseName(candidate).split('_')
    if (words.some((word) => parts.includes(word))) take(candidate)
  }
  return close
}
