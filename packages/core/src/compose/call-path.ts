/** What a macro uses of the call path. */
export interface CallPath {
  callInside: typeof import('../call-context').callInside
  checkToolInput: typeof import('../check-tool-input').checkToolInput
  errorResult: typeof import('../results').errorResult
  isAbortable: typeof import('../call-context').isAbortable
  isAborted: typeof import('../call-context').isAborted
  normalizeResult: typeof import('../normalize-result').normalizeResult
  resultCode: typeof import('../results').resultCode
  resultText: typeof import('../results').resultText
  resultValue: typeof import('../results').resultValue
  stableHash: typeof import('../tool-names').stableHash
  stateOf: typeof import('../call-context').stateOf
  thrownMessage: typeof import('../thrown').thrownMessage
}

/**
 * Handed over when the macros' code loads, not imported by it: bundlers keep what a loaded part imports beside
 * whatever shares a file with it, and a program that never calls a tool would carry the whole call path.
 */
export let callPath: CallPath

export function useCallPath(given: CallPath): void {
  callPath = given
}
