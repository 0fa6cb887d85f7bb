import type { ModelRequest } from './model'

const makeKey = Symbol('toolprism.signal')

interface Holder {
  [makeKey]: () => AbortSignal
}

/**
 * One getter for all requests. A getter in an object literal is a new one each time and gives each object a hidden
 * class of its own, which keeps alive whatever the getter sees until the next full collection.
 */
const signalProperty: PropertyDescriptor = {
  get(this: Holder) {
    return this[makeKey]()
  },
  enumerable: true,
  configurable: true,
}

/** A request whose signal is made when somebody reads it, or copies the request. */
export function withSignal(
  request: Omit<ModelRequest, 'signal'>,
  make: () => AbortSignal,
): ModelRequest {
  const made = request as Omit<ModelRequest, 'signal'> & Holder
  made[makeKey] = make
  // The cast: what the property below adds.
  return Object.defineProperty(made, 'signal', signalProperty) as unknown as ModelRequest
}
