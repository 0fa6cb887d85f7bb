import { toolNames } from '@toolprism/core'

/**
 * Names here for a server's names: `mcp__server__tool`, at most 64 characters, the same in any order. A name
 * no host would take is cleaned and gets a short hash; the map keeps the original for the wire.
 */
export function remoteNames(
  server: string,
  originals: Iterable<string>,
): (original: string) => string {
  const label = toolNames([server], { max: 24 }).toName(server) ?? server
  const prefix = `mcp__${label}__`
  const names = toolNames(originals, { max: 64 - prefix.length })
  return (original) => prefix + (names.toName(original) ?? original)
}
