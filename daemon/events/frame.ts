/**
 * One server-sent event whose JSON is built once. `data` is what Eden types; `toSSE` is what Elysia writes: rows are
 * already JSON in the database, so they are passed on as text.
 */
export interface Frame<T> {
  readonly data: T
  readonly sse: true
  toSSE(): string
}

export function frame<T extends { type: string }>(item: T): Frame<T> {
  return { data: item, sse: true, toSSE: () => `data: ${JSON.stringify(item)}\n\n` }
}

/** `json` is the item's JSON text; `id` is the sequence number that a reader may come back with. */
export function jsonFrame<T>(json: string, id?: number): Frame<T> {
  return {
    get data(): T {
      return JSON.parse(json) as T
    },
    sse: true,
    toSSE: () => (id === undefined ? `data: ${json}\n\n` : `id: ${id}\ndata: ${json}\n\n`),
  }
}
