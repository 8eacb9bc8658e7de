/**
 * What a promise rejects with. Not `expect(…).rejects`: it waits in an event loop of its own, and hangs for good where it
 * is reached from a `setImmediate` whose batch holds the one that would settle the promise.
 *
 * @throws TypeError when the promise is fulfilled.
 */
export async function rejection(promise: PromiseLike<unknown>): Promise<unknown> {
  let value: unknown
  try {
    value = await promise
  } catch (error) {
    return error
  }
  throw new TypeError(`it was fulfilled, with ${String(value)}`)
}
