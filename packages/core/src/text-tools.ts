/** What the texts of a refusal use of the rest. */
export interface TextTools {
  formatPath: typeof import('./issues').formatPath
  nearest: typeof import('./nearest').nearest
  parsePointer: typeof import('./places').parsePointer
  valueAt: typeof import('./places').valueAt
}

/** Handed over when the texts load, not imported by them, for the reason `callPath` is. */
export let textTools: TextTools

export function useTextTools(given: TextTools): void {
  textTools = given
}
