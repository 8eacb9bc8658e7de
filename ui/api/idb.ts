/** IndexedDB as keyed stores. */
import { type KeyedStore, memoryStore } from './keyed-store.ts'

/** Append only: a new name comes with a new VERSION. */
const STORES = ['keys', 'pins', 'pairings', 'outbox', 'drafts'] as const
const VERSION = 1

export type StoreName = (typeof STORES)[number]
export type Stores = Record<StoreName, KeyedStore>

/**
 * This origin's stores. Where the browser keeps nothing (some private windows) they live as long as the page, and
 * `kept` says so.
 */
export async function openStores(
  factory: IDBFactory | undefined,
  name: string,
): Promise<{ stores: Stores; kept: boolean }> {
  const db = factory ? await open(factory, name) : null
  const store = (of: StoreName): KeyedStore => (db ? idbStore(db, of) : memoryStore())
  const stores: Stores = {
    keys: store('keys'),
    pins: store('pins'),
    pairings: store('pairings'),
    outbox: store('outbox'),
    drafts: store('drafts'),
  }
  return { stores, kept: db !== null }
}

/** Null: refused by the browser, or held by a tab of a newer build. */
function open(factory: IDBFactory, name: string): Promise<IDBDatabase | null> {
  return new Promise((resolve) => {
    const request = factory.open(name, VERSION)
    request.onupgradeneeded = () => {
      for (const store of STORES) {
        if (!request.result.objectStoreNames.contains(store)) request.result.createObjectStore(store)
      }
    }
    request.onsuccess = () => {
      const db = request.result
      // Another tab brings a newer build's stores: this one must not hold it up.
      db.onversionchange = () => db.close()
      resolve(db)
    }
    request.onerror = () => resolve(null)
    request.onblocked = () => resolve(null)
  })
}

function idbStore(db: IDBDatabase, name: StoreName): KeyedStore {
  const run = <T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => () => T): Promise<T> =>
    new Promise((resolve, reject) => {
      // Strict: what is shown as stored is on the disk.
      const transaction = db.transaction(name, mode, { durability: 'strict' })
      const result = work(transaction.objectStore(name))
      transaction.oncomplete = () => resolve(result())
      transaction.onabort = () => reject(transaction.error)
      transaction.onerror = () => reject(transaction.error)
    })
  const nothing = (): void => undefined

  return {
    get: (key) =>
      run('readonly', (store) => {
        const request = store.get(key)
        return (): unknown => request.result
      }),
    put: (key, value) =>
      run('readwrite', (store) => {
        store.put(value, key)
        return nothing
      }),
    remove: (key) =>
      run('readwrite', (store) => {
        store.delete(key)
        return nothing
      }),
    entries: () =>
      run('readonly', (store) => {
        const keys = store.getAllKeys()
        const values = store.getAll()
        return () => keys.result.map((key, at): [string, unknown] => [String(key), values.result[at]])
      }),
    change: (key, to) =>
      run('readwrite', (store) => {
        let after: unknown
        const request = store.get(key)
        request.onsuccess = () => {
          after = to(request.result)
          if (after === undefined) store.delete(key)
          else store.put(after, key)
        }
        return () => after
      }),
  }
}
