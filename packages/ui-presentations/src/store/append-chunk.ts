import type { Chunk } from './tool-call.types'

/**
 * Puts a piece of text where its sequence number says. Returns the same chunk for a duplicate.
 * Pieces without a number go to the end.
 */
export function appendChunk(
  last: Chunk | undefined,
  text: string,
  sequence: number | undefined,
): Chunk {
  if (last?.sequence === undefined || sequence === undefined || last.sequence < sequence)
    return link(last, text, sequence)
  // Late: walk back to its place, then link the newer pieces again.
  const newer: Chunk[] = []
  let place: Chunk | undefined = last
  while (place?.sequence !== undefined && place.sequence > sequence) {
    newer.push(place)
    place = place.previous
  }
  if (place?.sequence === sequence) return last
  let chunk = link(place, text, sequence)
  for (const item of newer.reverse()) chunk = link(chunk, item.text, item.sequence)
  return chunk
}

function link(previous: Chunk | undefined, text: string, sequence: number | undefined): Chunk {
  return { sequence, text, previous, length: (previous?.length ?? 0) + text.length }
}

/** The whole text. */
export function chunkText(last: Chunk | undefined): string {
  const pieces: string[] = []
  for (let chunk = last; chunk; chunk = chunk.previous) pieces.push(chunk.text)
  return pieces.reverse().join('')
}

/** One piece holding the end of the text, and how much of the front it drops. */
export function keepTail(last: Chunk, length: number): { chunk: Chunk; dropped: number } {
  const text = chunkText(last)
  const kept = text.slice(-length)
  return {
    chunk: { sequence: last.sequence, text: kept, previous: undefined, length: kept.length },
    dropped: text.length - kept.length,
  }
}
