import { viewLineFeeds } from './line-endings'

/** Where a text stands in another, in offsets of the view with `\n` endings. */
export interface Place {
  from: number
  to: number
}

const maxPlaces = 1000

/** Every place a text stands, overlapping ones included. */
export function findPlaces(text: string, wanted: string): Place[] {
  const places: Place[] = []
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    places.push({ from: at, to: at + wanted.length })
    if (places.length >= maxPlaces) break
  }
  return places
}

/**
 * Replaces places of a text. Only characters that really differ change: what old and new have in common keeps
 * its bytes, and each new line ends as the lines around it do.
 */
export function replacePlaces(text: string, places: readonly Place[], replacement: string): string {
  const view = viewLineFeeds(text)
  let result = ''
  let done = 0
  for (const { from, to } of places) {
    const old = view.text.slice(from, to)
    const { start, end } = changedPart(old, replacement)
    const first = view.original(from + start)
    const last = view.original(to - end)
    const added = replacement.slice(start, replacement.length - end)
    const ending = endingNear(text, view.original(from), view.original(to))
    result += text.slice(done, first) + (ending === '\n' ? added : added.replaceAll('\n', ending))
    done = last
  }
  return result + text.slice(done)
}

/** How many characters two texts share at their start and at their end. */
function changedPart(old: string, replacement: string): { start: number; end: number } {
  const most = Math.min(old.length, replacement.length)
  let start = 0
  while (start < most && old[start] === replacement[start]) start++
  let end = 0
  while (end < most - start && old.at(-1 - end) === replacement.at(-1 - end)) end++
  return { start, end }
}

/** How lines end in a range, else after it, else before it. */
function endingNear(text: string, from: number, to: number): '\n' | '\r\n' {
  const inside = text.slice(from, to)
  if (inside.includes('\n')) return inside.includes('\r\n') ? '\r\n' : '\n'
  const after = text.indexOf('\n', to)
  const at = after === -1 ? text.lastIndexOf('\n', from - 1) : after
  return at > 0 && text[at - 1] === '\r' ? '\r\n' : '\n'
}
