/** A value that is here or will be: native AEADs in Bun answer at once, those of WebCrypto later. */
export type Awaitable<T> = T | Promise<T>

/** `then` for both: stays synchronous where the value is here already. */
export function andThen<T, U>(value: Awaitable<T>, use: (value: T) => Awaitable<U>): Awaitable<U> {
  return value instanceof Promise ? value.then(use) : use(value)
}
