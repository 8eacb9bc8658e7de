/** One after the other, however often it is asked for. One that failed is told to its caller, and the next ones run. */
export function inTurn(act: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  return () => {
    last = last.then(act, act)
    return last
  }
}
