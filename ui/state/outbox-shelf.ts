import type { KeyedStore } from '../api/keyed-store.ts'
import { type Entry, entryOf } from './outbox-entry.ts'

/** The entries of one account and machine in the browser's store, in the order they were given. */
export interface OutboxShelf {
  list(): Promise<Entry[]>
  put(entry: Entry): Promise<void>
  /** In one step, whatever another tab does. Null: it left meanwhile, and stays away. */
  change(entry: Entry, to: (now: Entry) => Entry): Promise<Entry | null>
  remove(entry: Entry): Promise<void>
}

const AT_DIGITS = 15

export function outboxShelf(store: KeyedStore, name: string): OutboxShelf {
  const keyOf = ({ at, key }: Entry): string => `${name}/${String(at).padStart(AT_DIGITS, '0')}/${key}`
  return {
    async list() {
      const all = await store.entries()
      return all.flatMap(([key, value]) => {
        const entry = key.startsWith(`${name}/`) ? entryOf(value) : null
        return entry ? [entry] : []
      })
    },
    put: (entry) => store.put(keyOf(entry), entry),
    async change(entry, to) {
      const after = await store.change(keyOf(entry), (before) => {
        const now = entryOf(before)
        return now ? to(now) : before
      })
      return entryOf(after)
    },
    remove: (entry) => store.remove(keyOf(entry)),
  }
}
