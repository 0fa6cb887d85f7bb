import type { ToolName } from './tool-names'

/**
 * Makes the object that the declarations promise: one function a name, each calling `call(original, input)`.
 * It has no prototype and is frozen, so `await tools` and `JSON.stringify(tools)` find nothing to call.
 */
export function bindNamespace<TResult>(
  names: readonly ToolName[],
  call: (original: string, input: unknown) => TResult,
): Readonly<Record<string, (input?: unknown) => TResult>> {
  const bound: Record<string, (input?: unknown) => TResult> = Object.create(null)
  for (const { js, original } of names)
    Object.defineProperty(bound, js, {
      value: (input?: unknown) => call(original, input),
      enumerable: true,
    })
  return Object.freeze(bound)
}
