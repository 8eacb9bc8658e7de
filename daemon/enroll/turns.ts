/** One after the other: an enrollment and a change of keys between one another's question and answer would part the two sides. */
export type Turns = <T>(act: () => Promise<T>) => Promise<T>

export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve()
  return (act) => {
    const mine = last.then(act, act)
    last = mine
    return mine
  }
}
