/** What this browser keeps, by key. Values come back unchecked: an older or newer page may have written them. */
export interface KeyedStore {
  get(key: string): Promise<unknown>
  put(key: string, value: unknown): Promise<void>
  remove(key: string): Promise<void>
  /** In the order of their keys. */
  entries(): Promise<[key: string, value: unknown][]>
  /**
   * Reads and writes in one step that no other tab comes between. `undefined` is "nothing there", before and after.
   * Resolves with what is there afterwards.
   */
  change(key: string, to: (before: unknown) => unknown): Promise<unknown>
}

/** Forgets with the page: for a browser that keeps nothing, and for tests. */
export function memoryStore(): KeyedStore {
  const values = new Map<string, unknown>()
  const set = (key: string, value: unknown): void => {
    if (value === undefined) values.delete(key)
    else values.set(key, value)
  }
  return {
    get: async (key) => values.get(key),
    put: async (key, value) => set(key, value),
    remove: async (key) => set(key, undefined),
    entries: async () => [...values].sort(([a], [b]) => (a < b ? -1 : 1)),
    async change(key, to) {
      set(key, to(values.get(key)))
      return values.get(key)
    },
  }
}
